import type { World } from '../../core/world/world.ts';

/** The platform's world and tables, passed to every handler. */
export interface Pinterest {
  readonly world: World;
  readonly store: Store;
}

export const privacies = ['PUBLIC', 'PROTECTED', 'SECRET'] as const;
export type Privacy = (typeof privacies)[number];

export interface BoardRow {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly description: string;
  readonly privacy: Privacy;
  readonly created_at: number;
}

export interface PinImage {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly title?: string;
  readonly description?: string;
  readonly link?: string;
}

/** The media of a pin: one image, two to five images, or a video with its cover. */
export interface PinMedia {
  readonly kind: 'image' | 'multiple_images' | 'video';
  /** For a video its cover. */
  readonly images: readonly PinImage[];
  readonly video_url: string | null;
  readonly duration_seconds: number | null;
}

export interface PinRow {
  readonly id: string;
  readonly account: string;
  readonly board_id: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly link: string | null;
  readonly alt_text: string | null;
  readonly note: string;
  readonly dominant_color: string;
  readonly parent_pin_id: string | null;
  readonly media: PinMedia;
  readonly created_at: number;
  readonly visible_at: number;
}

/** A video on its way in. */
export interface UploadRow {
  readonly id: string;
  readonly account: string;
  readonly key: string;
  readonly signature: string;
  readonly state: 'registered' | 'uploaded' | 'failed';
  /** Looks that response `processing` after the upload. */
  readonly polls_left: number;
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly duration_seconds: number | null;
}

/** A visitor's reactions to a pin; one reaction and one save each. */
export interface ActRow {
  readonly id: string;
  readonly pin: string;
  readonly person: string;
  readonly kind: 'reaction' | 'save' | 'comment';
  readonly text: string;
  readonly at: number;
}

export function openStore(world: World) {
  return {
    boards: world.table<BoardRow>('boards', 'account'),
    pins: world.table<PinRow>('pins', 'account', 'board_id'),
    uploads: world.table<UploadRow>('uploads', 'account', 'key'),
    acts: world.table<ActRow>('acts', 'pin'),
  };
}

export type Store = ReturnType<typeof openStore>;

/** Pinterest's times carry no zone: `2026-11-20T10:00:00`, UTC. */
export function pinterestTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19);
}
