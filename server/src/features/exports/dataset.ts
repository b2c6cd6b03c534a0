import type { Platform } from '../../core/platforms.ts';

/** The content of an export, as the writers of its files read it. Each list can be read many times, from its start. */
export interface Dataset {
  readonly head: DatasetHead;
  readonly items: () => AsyncIterable<DatasetItem>;
  /** Numbers of the account by day, the oldest first. */
  readonly days: () => AsyncIterable<DatasetDay>;
  readonly comments: () => AsyncIterable<DatasetComment>;
}

export interface DatasetHead {
  readonly exportId: string;
  readonly createdAt: Date;
  readonly account: {
    readonly id: string;
    readonly platform: Platform;
    readonly username: string;
    readonly displayName: string;
  };
  readonly brand: { readonly name: string; readonly timezone: string; readonly logo?: Logo };
  /** Parts that could not be read, each as a sentence for the customer. */
  readonly missing: readonly string[];
}

export interface Logo {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** A metric that the platform does not tell is absent, never 0. */
export type MetricValues = Readonly<Record<string, number>>;

/** A video, or a post where the platform has no videos. */
export interface DatasetItem {
  readonly platformId: string;
  readonly title?: string;
  readonly description?: string;
  readonly url?: string;
  readonly coverUrl?: string;
  readonly createdAt?: Date;
  readonly durationSeconds?: number;
  readonly width?: number;
  readonly height?: number;
  readonly metrics: MetricValues;
  /** Why there is none, when it was asked for. */
  readonly transcript?: { readonly text: string; readonly language?: string } | { readonly missing: string };
  readonly vision?: Vision | { readonly missing: string };
}

/** What the pictures of a video show. */
export interface Vision {
  readonly summary: string;
  readonly category: string;
  readonly subjects: readonly string[];
  readonly textOnScreen: readonly string[];
  /** What the first seconds use to hold people. */
  readonly hook: string;
  readonly brandSafety: 'safe' | 'caution' | 'unsafe';
}

export interface DatasetDay {
  /** `2026-01-31`, in the brand's zone. */
  readonly date: string;
  readonly metrics: MetricValues;
}

export interface DatasetComment {
  readonly platformId: string;
  /** The item it belongs to. */
  readonly itemPlatformId: string;
  readonly parentPlatformId?: string;
  readonly author: string;
  readonly text: string;
  readonly createdAt: Date;
  readonly likes?: number;
}
