export type { PlatformApp } from './platform-app.repository.ts';
export * as platformApps from './platform-app.repository.ts';
