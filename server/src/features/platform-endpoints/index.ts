import { acceptCollaboration, declineCollaboration } from './answer-collaboration.ts';
import { createBoard } from './create-board.ts';
import { deleteBoard } from './delete-board.ts';
import { editYoutubeComment } from './edit-youtube-comment.ts';
import { getInstagramSummary } from './get-instagram-summary.ts';
import { getLinkedinInsights } from './get-linkedin-insights.ts';
import { getParticipantProfile } from './get-participant-profile.ts';
import { getPinterestSummary } from './get-pinterest-summary.ts';
import { getTiktokSummary } from './get-tiktok-summary.ts';
import { getYoutubeSummary } from './get-youtube-summary.ts';
import { listBoards } from './list-boards.ts';
import { listCollaborators } from './list-collaborators.ts';
import { listPins } from './list-pins.ts';
import { listStories } from './list-stories.ts';
import { moderateYoutubeComment } from './moderate-youtube-comment.ts';
import { syncTiktokAccount, syncYoutubeAccount } from './sync-account.ts';
import { updateBoard } from './update-board.ts';
import { updateYoutubeVideo } from './update-youtube-video.ts';

/** What only some platforms have: read from them live, or changed there. */
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
export { changeKind } from './change.kind.ts';
