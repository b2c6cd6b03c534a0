export { type FileFacts, type FileFault, type FileKind, type FileSource, UnreadableFile } from './facts.ts';
export { inspect } from './inspect.ts';
export { bytesSource, withFile } from './sources.ts';
