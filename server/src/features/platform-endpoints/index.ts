import { createBoard } from './boards/create-board.ts';
import { deleteBoard } from './boards/delete-board.ts';
import { listBoards } from './boards/list-boards.ts';
import { updateBoard } from './boards/update-board.ts';
import { getLinkedinInsights } from './get-linkedin-insights.ts';
import { getTiktokSummary } from './get-tiktok-summary.ts';
import { getInstagramSummary } from './instagram/get-instagram-summary.ts';
import { getParticipantProfile } from './instagram/get-participant-profile.ts';
import { listCollaborators } from './instagram/list-collaborators.ts';
import { listStories } from './instagram/list-stories.ts';
import { acceptCollaboration, declineCollaboration } from './instagram/respond-to-collaboration.ts';
import { getPinterestSummary } from './pinterest/get-pinterest-summary.ts';
import { listPins } from './pinterest/list-pins.ts';
import { syncTiktokAccount, syncYoutubeAccount } from './sync-account.ts';
import { editYoutubeComment } from './youtube/edit-youtube-comment.ts';
import { getYoutubeSummary } from './youtube/get-youtube-summary.ts';
import { moderateYoutubeComment } from './youtube/moderate-youtube-comment.ts';
import { updateYoutubeVideo } from './youtube/update-youtube-video.ts';

/** Operations that only some platforms support: live reads and changes. */
export const platformEndpointOperations = [
  listBoards,
  createBoard,
  updateBoard,
  deleteBoard,
  listStories,
  getInstagramSummary,
  getParticipantProfile,
  listCollaborators,
  acceptCollaboration,
  declineCollaboration,
  getLinkedinInsights,
  listPins,
  getPinterestSummary,
  getTiktokSummary,
  syncTiktokAccount,
  getYoutubeSummary,
  syncYoutubeAccount,
  updateYoutubeVideo,
  editYoutubeComment,
  moderateYoutubeComment,
];
export { changeAction } from './change.action.ts';
