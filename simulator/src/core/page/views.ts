export interface PostView {
  readonly platform_id: string;
  readonly text: string;
  /** ISO time. */
  readonly at: string;
  readonly media: readonly { type: string; url: string; alt?: string | undefined }[];
  /** Permalink on the platform. */
  readonly url?: string;
  readonly comments: readonly CommentView[];
}

export interface CommentView {
  readonly platform_id: string;
  readonly parent_id: string | null;
  readonly author: string;
  /** True when the account itself wrote it. */
  readonly own: boolean;
  readonly text: string;
  readonly at: string;
  readonly hidden?: boolean;
}

export interface ReviewView {
  readonly platform_id: string;
  readonly author: string;
  readonly rating: number;
  readonly text: string;
  readonly at: string;
  readonly reply?: string;
}

export interface MessageView {
  readonly platform_id: string;
  readonly with: string;
  readonly own: boolean;
  readonly text: string;
  readonly at: string;
}
