import { listAnnouncements } from './list-announcements.ts';
import { markAnnouncementSeen } from './mark-announcement-seen.ts';

export const announcementOperations = [listAnnouncements, markAnnouncementSeen];
export * as announcements from './announcement.repository.ts';
export { ANNOUNCEMENT_KINDS, type AnnouncementKind, toAnnouncement } from './announcement.ts';
