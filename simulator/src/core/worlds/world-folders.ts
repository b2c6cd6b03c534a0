import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDiskFull } from '../calls/report-fault.ts';
import { makePrivateFolder } from '../files/private-folder.ts';
import { journalPath } from '../world/journal-file.ts';
import { isWorldId } from './world-id.ts';

const leftover = '.deleted-';

/** What the list tells of a world. */
export interface ListedWorld {
  readonly world: string;
  readonly name: string | null;
  readonly is_awake: boolean;
  readonly journal_bytes: number;
  /** Of the last call; after a kill, that of the last change. */
  readonly used_at: string;
}

export function worldsFolder(dataDir: string): string {
  return join(dataDir, 'worlds');
}

/** The folders of all worlds, by id; none when the simulator has not run with worlds yet. */
export function worldsIn(dataDir: string): string[] {
  const folder = worldsFolder(dataDir);
  return existsSync(folder) ? readdirSync(folder).filter(isWorldId) : [];
}

/** The worlds on disk: a folder for each, with its journal, its files, its name and a mark while it is awake. */
export class WorldFolders {
  readonly #dataDir: string;
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
    this.#folder = worldsFolder(dataDir);
    makePrivateFolder(dataDir);
    makePrivateFolder(this.#folder);
  }

  pathOf(id: string): string {
    return join(this.#folder, id);
  }

  has(id: string): boolean {
    return existsSync(this.pathOf(id));
  }

  all(): string[] {
    return worldsIn(this.#dataDir);
  }

  /** Makes the folder; returns false when it was there. */
  make(id: string): boolean {
    const isNew = !this.has(id);
    makePrivateFolder(this.pathOf(id));
    return isNew;
  }

  setName(id: string, name: string): void {
    const path = join(this.pathOf(id), 'name');
    writeFileSync(`${path}.new`, name, { mode: 0o600 });
    renameSync(`${path}.new`, path);
  }

  /** A marked world is woken at the next start, because callbacks may be waiting in it. */
  mark(id: string): void {
    try {
      writeFileSync(this.#markOf(id), '', { mode: 0o600 });
    } catch (error) {
      // A world can be read on a full disk too.
      if (!isDiskFull(error)) throw error;
    }
  }

  unmark(id: string): void {
    rmSync(this.#markOf(id), { force: true });
  }

  marked(): string[] {
    return this.all().filter((id) => existsSync(this.#markOf(id)));
  }

  /** Notes on disk when the world was last used, in ms. */
  noteUse(id: string, usedAt: number): void {
    const path = journalPath(this.pathOf(id));
    if (existsSync(path)) utimesSync(path, usedAt / 1000, usedAt / 1000);
  }

  look(id: string): Pick<ListedWorld, 'name' | 'journal_bytes' | 'used_at'> {
    const path = this.pathOf(id);
    const name = join(path, 'name');
    const journal = statSync(journalPath(path), { throwIfNoEntry: false });
    return {
      name: existsSync(name) ? readFileSync(name, 'utf8') : null,
      journal_bytes: journal?.size ?? 0,
      used_at: (journal ?? statSync(path)).mtime.toISOString(),
    };
  }

  /** The world is gone when this is called; the returned promise ends when the disk has its room back. */
  delete(id: string): Promise<void> {
    const doomed = join(this.#folder, `${leftover}${id}-${Date.now()}`);
    renameSync(this.pathOf(id), doomed);
    return rm(doomed, { recursive: true, force: true });
  }

  /** Removes what a deletion left that a kill has interrupted. */
  async tidy(): Promise<void> {
    for (const name of readdirSync(this.#folder))
      if (name.startsWith(leftover)) await rm(join(this.#folder, name), { recursive: true, force: true });
  }

  #markOf(id: string): string {
    return join(this.pathOf(id), 'awake');
  }
}
