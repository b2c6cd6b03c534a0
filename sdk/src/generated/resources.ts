// Made by "npm run sdk" from openapi.json with the hash 2c90c5c0b1580ead
import type { List, Method, Stream } from '../types.ts';

export const table = {
  accounts: {
    list: 'LIST /v1/accounts',
    get: 'GET /v1/accounts/{account_id}',
    disconnect: 'DELETE /v1/accounts/{account_id}',
    getLimits: 'GET /v1/accounts/{account_id}/limits',
    getCreatorInfo: 'GET /v1/accounts/{account_id}/creator-info',
    listPages: 'LIST /v1/accounts/{account_id}/pages',
    updatePage: 'PATCH /v1/accounts/{account_id}/pages/{page_id}',
    listBoards: 'LIST /v1/accounts/{account_id}/boards',
    createBoard: 'POST /v1/accounts/{account_id}/boards',
    updateBoard: 'PATCH /v1/accounts/{account_id}/boards/{board_id}',
    deleteBoard: 'DELETE /v1/accounts/{account_id}/boards/{board_id}',
  },
  analytics: {
    getAccountSummary: 'GET /v1/accounts/{account_id}/summary',
    listPosts: 'LIST /v1/analytics/posts',
    listAccounts: 'LIST /v1/analytics/accounts',
    getBrand: 'GET /v1/analytics/brands/{brand_id}',
    getBestTimes: 'GET /v1/analytics/best-times',
    getInbox: 'GET /v1/analytics/inbox',
  },
  announcements: {
    list: 'LIST /v1/announcements',
    markSeen: 'POST /v1/announcements/{id}/seen',
  },
  billing: {
    createCheckout: 'POST /v1/billing/checkout',
    getCheckoutStatus: 'GET /v1/billing/checkout/status',
    createPortal: 'POST /v1/billing/portal',
  },
  brands: {
    list: 'LIST /v1/brands',
    create: 'POST /v1/brands',
    update: 'PATCH /v1/brands/{brand_id}',
    delete: 'DELETE /v1/brands/{brand_id}',
  },
  comments: {
    listCommentedPosts: 'LIST /v1/inbox/comments',
    list: 'LIST /v1/inbox/comments/{post_id}',
    reply: 'POST /v1/inbox/comments/{post_id}',
    listReplies: 'LIST /v1/inbox/comments/{post_id}/{comment_id}/replies',
    delete: 'DELETE /v1/inbox/comments/{post_id}/{comment_id}',
    hide: 'POST /v1/inbox/comments/{post_id}/{comment_id}/hide',
    unhide: 'DELETE /v1/inbox/comments/{post_id}/{comment_id}/hide',
    like: 'POST /v1/inbox/comments/{post_id}/{comment_id}/like',
    unlike: 'DELETE /v1/inbox/comments/{post_id}/{comment_id}/like',
    replyPrivately: 'POST /v1/inbox/comments/{post_id}/{comment_id}/private-reply',
  },
  connecting: {
    connectAccount: 'POST /v1/accounts/connect',
    exchangeCode: 'POST /v1/oauth/exchange',
    getPendingConnection: 'GET /v1/accounts/pending/{connection_id}',
    selectProfile: 'POST /v1/accounts/pending/{connection_id}/select',
    listLoginPages: 'GET /v1/platforms/facebook/logins/{login_id}/pages',
    assignPage: 'POST /v1/platforms/facebook/logins/{login_id}/pages/{page_id}/assign',
    listTwitterCredentials: 'LIST /v1/platforms/twitter/credentials',
    saveTwitterCredentials: 'PUT /v1/platforms/twitter/credentials',
    deleteTwitterCredentials: 'DELETE /v1/platforms/twitter/credentials',
    saveBrandTwitterCredentials: 'PUT /v1/platforms/twitter/credentials/brand/{brand_id}',
    deleteBrandTwitterCredentials: 'DELETE /v1/platforms/twitter/credentials/brand/{brand_id}',
    testTwitterCredentials: 'POST /v1/platforms/twitter/credentials/test',
    listRedirectUris: 'LIST /v1/oauth/redirect-uris',
    createRedirectUri: 'POST /v1/oauth/redirect-uris',
    deleteRedirectUri: 'DELETE /v1/oauth/redirect-uris/{redirect_uri_id}',
  },
  conversations: {
    list: 'LIST /v1/inbox/conversations',
    get: 'GET /v1/inbox/conversations/{conversation_id}',
    update: 'PATCH /v1/inbox/conversations/{conversation_id}',
    markRead: 'POST /v1/inbox/conversations/{conversation_id}/read',
    markUnread: 'POST /v1/inbox/conversations/{conversation_id}/unread',
    listMessages: 'LIST /v1/inbox/conversations/{conversation_id}/messages',
    sendMessage: 'POST /v1/inbox/conversations/{conversation_id}/messages',
    retryMessage: 'POST /v1/inbox/conversations/{conversation_id}/messages/{message_id}/retry',
  },
  events: {
    list: 'LIST /v1/events',
    getSummary: 'GET /v1/events/summary',
    stream: 'GET /v1/events/stream',
    listDead: 'LIST /v1/dead',
    replayDead: 'POST /v1/dead/{id}/replay',
  },
  exports: {
    create: 'POST /v1/accounts/{account_id}/export',
    list: 'LIST /v1/exports',
    get: 'GET /v1/exports/{export_id}',
    listVideos: 'LIST /v1/exports/{export_id}/videos',
    listVideosUnversioned: 'LIST /exports/{export_id}/videos',
    cancel: 'POST /v1/exports/{export_id}/cancel',
  },
  feedback: {
    send: 'POST /v1/feedback',
  },
  instagram: {
    listStories: 'LIST /v1/platforms/instagram/accounts/{account_id}/stories',
    getSummary: 'GET /v1/platforms/instagram/accounts/{account_id}/summary',
    getParticipantProfile: 'GET /v1/platforms/instagram/accounts/{account_id}/participants/{participant_id}/profile',
    listCollaborators: 'LIST /v1/platforms/instagram/accounts/{account_id}/media/{platform_media_id}/collaborators',
    acceptCollaboration: 'POST /v1/platforms/instagram/accounts/{account_id}/media/{platform_media_id}/collab/accept',
    declineCollaboration: 'POST /v1/platforms/instagram/accounts/{account_id}/media/{platform_media_id}/collab/decline',
  },
  invites: {
    create: 'POST /v1/invites',
    list: 'LIST /v1/invites',
    delete: 'DELETE /v1/invites/{invite_id}',
  },
  keys: {
    list: 'LIST /v1/keys',
    create: 'POST /v1/keys',
    listScopes: 'LIST /v1/keys/scopes',
    update: 'PATCH /v1/keys/{key_id}',
    revoke: 'DELETE /v1/keys/{key_id}',
    rotate: 'POST /v1/keys/{key_id}/rotate',
  },
  linkedin: {
    getInsights: 'GET /v1/platforms/linkedin/insights',
  },
  media: {
    list: 'LIST /v1/media',
    getStorage: 'GET /v1/media/storage',
    getUploadUrl: 'GET /v1/media/upload-url',
    uploadSmall: 'FORM /v1/media/upload',
    get: 'GET /v1/media/{id}',
    update: 'PATCH /v1/media/{id}',
    delete: 'DELETE /v1/media/{id}',
    verify: 'POST /v1/media/{id}/verify',
  },
  mentions: {
    list: 'LIST /v1/accounts/{account_id}/mentions',
    reply: 'POST /v1/accounts/{account_id}/mentions/reply',
  },
  pinterest: {
    listPins: 'LIST /v1/platforms/pinterest/accounts/{account_id}/pins',
    getSummary: 'GET /v1/platforms/pinterest/accounts/{account_id}/summary',
  },
  platforms: {
    list: 'LIST /v1/platforms',
  },
  posts: {
    create: 'POST /v1/posts',
    list: 'LIST /v1/posts',
    get: 'GET /v1/posts/{post_id}',
    update: 'PATCH /v1/posts/{post_id}',
    delete: 'DELETE /v1/posts/{post_id}',
    validate: 'POST /v1/posts/validate',
    getConstraints: 'GET /v1/posts/validate',
    import: 'FORM /v1/posts/import',
    publish: 'POST /v1/posts/{post_id}/publish',
    retry: 'POST /v1/posts/{post_id}/retry',
    unpublish: 'POST /v1/posts/{post_id}/unpublish',
    resolveTarget: 'POST /v1/posts/{post_id}/targets/{account_id}/resolve',
    listAttempts: 'LIST /v1/posts/{post_id}/attempts',
    getMetrics: 'GET /v1/posts/{post_id}/metrics',
  },
  reviews: {
    list: 'LIST /v1/inbox/reviews',
    listAccounts: 'LIST /v1/inbox/reviews/accounts',
    listByAccount: 'LIST /v1/inbox/reviews/{account_id}',
    reply: 'POST /v1/inbox/reviews/{review_id}/reply',
    editReply: 'PUT /v1/inbox/reviews/{review_id}/reply',
    deleteReply: 'DELETE /v1/inbox/reviews/{review_id}/reply',
  },
  test: {
    advanceClock: 'POST /v1/test/clock',
    getWorld: 'GET /v1/test/world',
  },
  tiktok: {
    getSummary: 'GET /v1/platforms/tiktok/accounts/{account_id}/summary',
    syncAccount: 'POST /v1/platforms/tiktok/accounts/{account_id}/sync',
  },
  usage: {
    get: 'GET /v1/usage',
    listPlans: 'GET /v1/billing/plans',
  },
  users: {
    getMe: 'GET /v1/users/me',
    updateMe: 'PATCH /v1/users/me',
    deleteMe: 'DELETE /v1/users/me',
  },
  webhooks: {
    list: 'LIST /v1/webhooks',
    create: 'POST /v1/webhooks',
    listEvents: 'LIST /v1/webhooks/events',
    get: 'GET /v1/webhooks/{webhook_id}',
    update: 'PATCH /v1/webhooks/{webhook_id}',
    delete: 'DELETE /v1/webhooks/{webhook_id}',
    test: 'POST /v1/webhooks/{webhook_id}/test',
    rotateSecret: 'POST /v1/webhooks/{webhook_id}/rotate-secret',
    deletePreviousSecrets: 'DELETE /v1/webhooks/{webhook_id}/previous-secrets',
    listDeliveries: 'LIST /v1/webhooks/{webhook_id}/deliveries',
    getDelivery: 'GET /v1/webhooks/{webhook_id}/deliveries/{delivery_id}',
    retryDelivery: 'POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/retry',
    createReplay: 'POST /v1/webhooks/{webhook_id}/replays',
    listReplays: 'LIST /v1/webhooks/{webhook_id}/replays',
    getReplay: 'GET /v1/webhooks/{webhook_id}/replays/{replay_id}',
    cancelReplay: 'POST /v1/webhooks/{webhook_id}/replays/{replay_id}/cancel',
    getStatistics: 'GET /v1/webhooks/{webhook_id}/statistics',
  },
  whatsapp: {
    listTemplates: 'LIST /v1/platforms/whatsapp/accounts/{account_id}/templates',
    createTemplate: 'POST /v1/platforms/whatsapp/accounts/{account_id}/templates',
    deleteTemplate: 'DELETE /v1/platforms/whatsapp/accounts/{account_id}/templates',
    getTemplate: 'GET /v1/platforms/whatsapp/templates/{template_id}',
    editTemplate: 'PUT /v1/platforms/whatsapp/templates/{template_id}',
    validateTemplate: 'POST /v1/platforms/whatsapp/templates/validate',
    sendTemplate: 'POST /v1/platforms/whatsapp/accounts/{account_id}/send-template',
    getPhoneNumberStatus: 'GET /v1/platforms/whatsapp/phone-numbers/{phone_number_id}/status',
    requestPhoneCode: 'POST /v1/platforms/whatsapp/phone-numbers/{phone_number_id}/request-code',
    verifyPhoneCode: 'POST /v1/platforms/whatsapp/phone-numbers/{phone_number_id}/verify-code',
    registerPhoneNumber: 'POST /v1/platforms/whatsapp/phone-numbers/{phone_number_id}/register',
    deregisterPhoneNumber: 'POST /v1/platforms/whatsapp/phone-numbers/{phone_number_id}/deregister',
    getBusinessProfile: 'GET /v1/platforms/whatsapp/phone-numbers/{phone_number_id}/business-profile',
    updateBusinessProfile: 'PUT /v1/platforms/whatsapp/phone-numbers/{phone_number_id}/business-profile',
  },
  workspace: {
    get: 'GET /v1/workspace',
    update: 'PATCH /v1/workspace',
  },
  youtube: {
    getSummary: 'GET /v1/platforms/youtube/accounts/{account_id}/summary',
    syncAccount: 'POST /v1/platforms/youtube/accounts/{account_id}/sync',
    updateVideo: 'PATCH /v1/platforms/youtube/accounts/{account_id}/videos/{video_id}',
    editComment: 'PATCH /v1/platforms/youtube/comments/{comment_id}',
    moderateComment: 'POST /v1/platforms/youtube/comments/{comment_id}/moderate',
  },
} as const;

export interface Resources {
  readonly accounts: {
    /** List accounts */
    readonly list: List<'list_accounts'>;
    /** Get an account */
    readonly get: Method<'get_account'>;
    /** Disconnect an account */
    readonly disconnect: Method<'disconnect_account'>;
    /** Get platform limits of an account */
    readonly getLimits: Method<'get_account_limits'>;
    /** Get creator info */
    readonly getCreatorInfo: Method<'get_creator_info'>;
    /** List pages of an account */
    readonly listPages: List<'list_account_pages'>;
    /** Update a page of an account */
    readonly updatePage: Method<'update_account_page'>;
    /** List boards */
    readonly listBoards: List<'list_boards'>;
    /** Create a board */
    readonly createBoard: Method<'create_board'>;
    /** Update a board */
    readonly updateBoard: Method<'update_board'>;
    /** Delete a board */
    readonly deleteBoard: Method<'delete_board'>;
  };
  readonly analytics: {
    /** Get an account's summary */
    readonly getAccountSummary: Method<'get_account_summary'>;
    /** List post analytics */
    readonly listPosts: List<'list_post_analytics'>;
    /** List account analytics */
    readonly listAccounts: List<'list_account_analytics'>;
    /** Get a brand's analytics */
    readonly getBrand: Method<'get_brand_analytics'>;
    /** Get best times to post */
    readonly getBestTimes: Method<'get_best_times'>;
    /** Get inbox analytics */
    readonly getInbox: Method<'get_inbox_analytics'>;
  };
  readonly announcements: {
    /** List announcements */
    readonly list: List<'list_announcements'>;
    /** Mark an announcement as seen */
    readonly markSeen: Method<'mark_announcement_seen'>;
  };
  readonly billing: {
    /** Create a checkout */
    readonly createCheckout: Method<'create_checkout'>;
    /** Get a checkout status */
    readonly getCheckoutStatus: Method<'get_checkout_status'>;
    /** Create a billing portal session */
    readonly createPortal: Method<'create_portal'>;
  };
  readonly brands: {
    /** List brands */
    readonly list: List<'list_brands'>;
    /** Create a brand */
    readonly create: Method<'create_brand'>;
    /** Update a brand */
    readonly update: Method<'update_brand'>;
    /** Delete a brand */
    readonly delete: Method<'delete_brand'>;
  };
  readonly comments: {
    /** List posts with comments */
    readonly listCommentedPosts: List<'list_commented_posts'>;
    /** List comments on a post */
    readonly list: List<'list_comments'>;
    /** Reply to a comment */
    readonly reply: Method<'reply'>;
    /** List replies to a comment */
    readonly listReplies: List<'list_comment_replies'>;
    /** Delete a comment */
    readonly delete: Method<'delete_comment'>;
    /** Hide a comment */
    readonly hide: Method<'hide_comment'>;
    /** Unhide a comment */
    readonly unhide: Method<'unhide_comment'>;
    /** Like a comment */
    readonly like: Method<'like_comment'>;
    /** Unlike a comment */
    readonly unlike: Method<'unlike_comment'>;
    /** Reply privately to a comment */
    readonly replyPrivately: Method<'reply_privately'>;
  };
  readonly connecting: {
    /** Connect an account */
    readonly connectAccount: Method<'connect_account'>;
    /** Exchange a code */
    readonly exchangeCode: Method<'exchange_code'>;
    /** Get a pending connection */
    readonly getPendingConnection: Method<'get_pending_connection'>;
    /** Select profiles to connect */
    readonly selectProfile: Method<'select_profile'>;
    /** List pages of a login */
    readonly listLoginPages: Method<'list_login_pages'>;
    /** Assign a page to a brand */
    readonly assignPage: Method<'assign_page'>;
    /** List X app credentials */
    readonly listTwitterCredentials: List<'list_twitter_credentials'>;
    /** Save X app credentials */
    readonly saveTwitterCredentials: Method<'save_twitter_credentials'>;
    /** Delete X app credentials */
    readonly deleteTwitterCredentials: Method<'delete_twitter_credentials'>;
    /** Save X credentials of a brand */
    readonly saveBrandTwitterCredentials: Method<'save_brand_twitter_credentials'>;
    /** Delete X credentials of a brand */
    readonly deleteBrandTwitterCredentials: Method<'delete_brand_twitter_credentials'>;
    /** Test X app credentials */
    readonly testTwitterCredentials: Method<'test_twitter_credentials'>;
    /** List redirect addresses */
    readonly listRedirectUris: List<'list_redirect_uris'>;
    /** Create a redirect address */
    readonly createRedirectUri: Method<'create_redirect_uri'>;
    /** Delete a redirect address */
    readonly deleteRedirectUri: Method<'delete_redirect_uri'>;
  };
  readonly conversations: {
    /** List conversations */
    readonly list: List<'list_conversations'>;
    /** Get a conversation */
    readonly get: Method<'get_conversation'>;
    /** Update a conversation */
    readonly update: Method<'update_conversation'>;
    /** Mark a conversation as read */
    readonly markRead: Method<'mark_conversation_read'>;
    /** Mark a conversation as unread */
    readonly markUnread: Method<'mark_conversation_unread'>;
    /** List messages */
    readonly listMessages: List<'list_messages'>;
    /** Send a message */
    readonly sendMessage: Method<'send_message'>;
    /** Retry a message */
    readonly retryMessage: Method<'retry_message'>;
  };
  readonly events: {
    /** List events */
    readonly list: List<'list_events'>;
    /** Get an event summary */
    readonly getSummary: Method<'get_events_summary'>;
    /** Stream events */
    readonly stream: Stream<'stream_events'>;
    /** List dead letters */
    readonly listDead: List<'list_dead'>;
    /** Replay a dead letter */
    readonly replayDead: Method<'replay_dead'>;
  };
  readonly exports: {
    /** Create an export */
    readonly create: Method<'create_export'>;
    /** List exports */
    readonly list: List<'list_exports'>;
    /** Get an export */
    readonly get: Method<'get_export'>;
    /** List exported videos */
    readonly listVideos: List<'list_export_videos'>;
    /** List exported videos (older path) */
    readonly listVideosUnversioned: List<'list_export_videos_unversioned'>;
    /** Cancel an export */
    readonly cancel: Method<'cancel_export'>;
  };
  readonly feedback: {
    /** Send feedback */
    readonly send: Method<'send_feedback'>;
  };
  readonly instagram: {
    /** List stories */
    readonly listStories: List<'list_stories'>;
    /** Get an Instagram summary */
    readonly getSummary: Method<'get_instagram_summary'>;
    /** Get a participant’s profile */
    readonly getParticipantProfile: Method<'get_participant_profile'>;
    /** List collaborators of a post */
    readonly listCollaborators: List<'list_collaborators'>;
    /** Accept a collaboration */
    readonly acceptCollaboration: Method<'accept_collaboration'>;
    /** Decline a collaboration */
    readonly declineCollaboration: Method<'decline_collaboration'>;
  };
  readonly invites: {
    /** Create an invite */
    readonly create: Method<'create_invite'>;
    /** List invites */
    readonly list: List<'list_invites'>;
    /** Delete an invite */
    readonly delete: Method<'delete_invite'>;
  };
  readonly keys: {
    /** List API keys */
    readonly list: List<'list_keys'>;
    /** Create an API key */
    readonly create: Method<'create_key'>;
    /** List scopes */
    readonly listScopes: List<'list_key_scopes'>;
    /** Update an API key */
    readonly update: Method<'update_key'>;
    /** Revoke an API key */
    readonly revoke: Method<'revoke_key'>;
    /** Rotate an API key */
    readonly rotate: Method<'rotate_key'>;
  };
  readonly linkedin: {
    /** Get LinkedIn insights */
    readonly getInsights: Method<'get_linkedin_insights'>;
  };
  readonly media: {
    /** List media */
    readonly list: List<'list_media'>;
    /** Get media storage */
    readonly getStorage: Method<'get_media_storage'>;
    /** Get an upload address */
    readonly getUploadUrl: Method<'get_upload_url'>;
    /** Upload a file */
    readonly uploadSmall: Method<'upload_media'>;
    /** Get a media item */
    readonly get: Method<'get_media'>;
    /** Update a media item */
    readonly update: Method<'update_media'>;
    /** Delete a media item */
    readonly delete: Method<'delete_media'>;
    /** Verify an upload */
    readonly verify: Method<'verify_media'>;
  };
  readonly mentions: {
    /** List mentions */
    readonly list: List<'list_mentions'>;
    /** Reply to a mention */
    readonly reply: Method<'reply_to_mention'>;
  };
  readonly pinterest: {
    /** List pins */
    readonly listPins: List<'list_pins'>;
    /** Get a Pinterest summary */
    readonly getSummary: Method<'get_pinterest_summary'>;
  };
  readonly platforms: {
    /** List platforms */
    readonly list: List<'list_platforms'>;
  };
  readonly posts: {
    /** Create a post */
    readonly create: Method<'create_post'>;
    /** List posts */
    readonly list: List<'list_posts'>;
    /** Get a post */
    readonly get: Method<'get_post'>;
    /** Update a post */
    readonly update: Method<'update_post'>;
    /** Delete a post */
    readonly delete: Method<'delete_post'>;
    /** Validate a post */
    readonly validate: Method<'validate_post'>;
    /** Get post constraints */
    readonly getConstraints: Method<'get_post_constraints'>;
    /** Import posts from CSV */
    readonly import: Method<'import_posts'>;
    /** Publish a post */
    readonly publish: Method<'publish_post'>;
    /** Retry a post */
    readonly retry: Method<'retry_post'>;
    /** Unpublish a post */
    readonly unpublish: Method<'unpublish_post'>;
    /** Resolve an unconfirmed target */
    readonly resolveTarget: Method<'resolve_target'>;
    /** List attempts of a post */
    readonly listAttempts: List<'list_post_attempts'>;
    /** Get metrics of a post */
    readonly getMetrics: Method<'get_post_metrics'>;
  };
  readonly reviews: {
    /** List reviews */
    readonly list: List<'list_reviews'>;
    /** List accounts with reviews */
    readonly listAccounts: List<'list_review_accounts'>;
    /** List an account's reviews */
    readonly listByAccount: List<'list_account_reviews'>;
    /** Reply to a review */
    readonly reply: Method<'reply_to_review'>;
    /** Edit a review reply */
    readonly editReply: Method<'edit_review_reply'>;
    /** Delete a review reply */
    readonly deleteReply: Method<'delete_review_reply'>;
  };
  readonly test: {
    /** Advance the test clock */
    readonly advanceClock: Method<'advance_clock'>;
    /** Get the test world */
    readonly getWorld: Method<'get_test_world'>;
  };
  readonly tiktok: {
    /** Get a TikTok summary */
    readonly getSummary: Method<'get_tiktok_summary'>;
    /** Sync a TikTok account */
    readonly syncAccount: Method<'sync_tiktok_account'>;
  };
  readonly usage: {
    /** Get usage */
    readonly get: Method<'get_usage'>;
    /** List plans */
    readonly listPlans: Method<'list_plans'>;
  };
  readonly users: {
    /** Get the owner */
    readonly getMe: Method<'get_me'>;
    /** Update the owner */
    readonly updateMe: Method<'update_me'>;
    /** Delete the workspace */
    readonly deleteMe: Method<'delete_me'>;
  };
  readonly webhooks: {
    /** List webhook endpoints */
    readonly list: List<'list_webhooks'>;
    /** Create a webhook endpoint */
    readonly create: Method<'create_webhook'>;
    /** List event types */
    readonly listEvents: List<'list_webhook_events'>;
    /** Get a webhook endpoint */
    readonly get: Method<'get_webhook'>;
    /** Update a webhook endpoint */
    readonly update: Method<'update_webhook'>;
    /** Delete a webhook endpoint */
    readonly delete: Method<'delete_webhook'>;
    /** Test a webhook endpoint */
    readonly test: Method<'test_webhook'>;
    /** Rotate a webhook secret */
    readonly rotateSecret: Method<'rotate_webhook_secret'>;
    /** End a secret rotation */
    readonly deletePreviousSecrets: Method<'delete_previous_secrets'>;
    /** List deliveries */
    readonly listDeliveries: List<'list_deliveries'>;
    /** Get a delivery */
    readonly getDelivery: Method<'get_delivery'>;
    /** Retry a delivery */
    readonly retryDelivery: Method<'retry_delivery'>;
    /** Create a replay */
    readonly createReplay: Method<'create_replay'>;
    /** List replays */
    readonly listReplays: List<'list_replays'>;
    /** Get a replay */
    readonly getReplay: Method<'get_replay'>;
    /** Cancel a replay */
    readonly cancelReplay: Method<'cancel_replay'>;
    /** Get webhook statistics */
    readonly getStatistics: Method<'get_webhook_statistics'>;
  };
  readonly whatsapp: {
    /** List templates */
    readonly listTemplates: List<'list_templates'>;
    /** Create a template */
    readonly createTemplate: Method<'create_template'>;
    /** Delete a template */
    readonly deleteTemplate: Method<'delete_template'>;
    /** Get a template */
    readonly getTemplate: Method<'get_template'>;
    /** Update a template */
    readonly editTemplate: Method<'edit_template'>;
    /** Validate a template */
    readonly validateTemplate: Method<'validate_template'>;
    /** Send a template message */
    readonly sendTemplate: Method<'send_template'>;
    /** Get the status of a number */
    readonly getPhoneNumberStatus: Method<'get_phone_number_status'>;
    /** Request a verification code */
    readonly requestPhoneCode: Method<'request_phone_code'>;
    /** Verify a phone number */
    readonly verifyPhoneCode: Method<'verify_phone_code'>;
    /** Register a phone number */
    readonly registerPhoneNumber: Method<'register_phone_number'>;
    /** Deregister a phone number */
    readonly deregisterPhoneNumber: Method<'deregister_phone_number'>;
    /** Get the business profile */
    readonly getBusinessProfile: Method<'get_business_profile'>;
    /** Update the business profile */
    readonly updateBusinessProfile: Method<'update_business_profile'>;
  };
  readonly workspace: {
    /** Get the workspace */
    readonly get: Method<'get_workspace'>;
    /** Update the workspace */
    readonly update: Method<'update_workspace'>;
  };
  readonly youtube: {
    /** Get a YouTube summary */
    readonly getSummary: Method<'get_youtube_summary'>;
    /** Sync a YouTube account */
    readonly syncAccount: Method<'sync_youtube_account'>;
    /** Update a YouTube video */
    readonly updateVideo: Method<'update_youtube_video'>;
    /** Edit a YouTube comment */
    readonly editComment: Method<'edit_youtube_comment'>;
    /** Moderate a YouTube comment */
    readonly moderateComment: Method<'moderate_youtube_comment'>;
  };
}

export type ServiceErrorCode =
  | 'missing_metadata'
  | 'unsupported_platform'
  | 'invalid_request'
  | 'webhook_verification_failed'
  | 'window_closed'
  | 'private_reply_ineligible'
  | 'unauthorized'
  | 'invalid_token'
  | 'invalid_credentials'
  | 'past_due'
  | 'insufficient_scope'
  | 'dashboard_only'
  | 'brand_limit_reached'
  | 'reconnection_required'
  | 'permission_denied'
  | 'account_not_found'
  | 'not_found'
  | 'method_not_allowed'
  | 'account_already_linked'
  | 'conflict'
  | 'idempotency_key_in_use'
  | 'gone'
  | 'credentials_missing'
  | 'storage_quota_exceeded'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'all_targets_failed'
  | 'unsupported_source'
  | 'mixing_unsupported'
  | 'idempotency_key_reused'
  | 'rate_limit_exceeded'
  | 'platform_rate_limit'
  | 'export_limit'
  | 'export_cooldown'
  | 'export_concurrent'
  | 'too_many_requests'
  | 'internal_error'
  | 'not_supported'
  | 'platform_error'
  | 'unavailable'
  | 'platform_timeout'
  | 'storage_unavailable';
