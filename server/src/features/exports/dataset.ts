import type { Missing, Transcript, Vision } from '../../core/analysis/media-analysis.ts';
import type { Platform } from '../../core/platforms.ts';

/** Numbers by name. One that the platform does not tell is absent, never 0. */
export type MetricValues = Readonly<Record<string, number>>;

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
    /** As the platform writes it, such as YouTube. */
    readonly platformName?: string;
    readonly username: string;
    readonly displayName: string;
  };
  readonly brand: { readonly name: string; readonly timezone: string; readonly logo?: Logo };
  /** The kind of the items; by default videos when each has a length. */
  readonly holds?: 'videos' | 'posts';
  /** Parts that could not be read, each as a sentence for the customer. */
  readonly missing: readonly string[];
}

export interface Logo {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

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
  /** Absent when it was not asked for; `missing` says why there is none. */
  readonly transcript?: Transcript | Missing;
  readonly vision?: Vision | Missing;
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

export const FILE_KINDS = ['excel', 'report', 'pdf', 'csv', 'jsonl'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** A file of an export. Its kind names it among those of the export, so each kind is written once. */
export interface ExportFile {
  readonly kind: FileKind;
  readonly filename: string;
  readonly contentType: string;
}

/** Takes a written file. The file is stored when the promise resolves. A throw ends the writing. */
type FileSink = (file: ExportFile, content: AsyncIterable<Uint8Array>) => Promise<void>;

/** Writes the files of an export, one after the other. */
export type FileWriter = (dataset: Dataset, sink: FileSink) => Promise<void>;
