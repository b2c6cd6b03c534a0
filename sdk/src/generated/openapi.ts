export interface paths {
    "/v1/posts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List posts
         * @description Lists posts, newest first unless `sort` and `order` say otherwise. Filters combine. Hidden posts come only with `hidden=true`. A key limited to brands sees the posts that have a target in one of its brands. A page ends early when its texts together are longer than 1,000,000 characters. A `cursor` belongs to the filters that it was made with; with others it is 400 `invalid_request`.
         */
        get: operations["list_posts"];
        put?: never;
        /**
         * Create a post
         * @description Creates a draft, a scheduled post with `scheduled_at`, or one that is published at once with `publish_now`. Drafts are free; others cost 1 post, and without any left it is 429 `rate_limit_exceeded`. `Prefer: wait=N` waits for the outcome, at most 30 seconds: 207 when some targets failed, 422 `all_targets_failed` when all did. A throttled post is 429 `platform_rate_limit` and free. A broken limit is 400 `invalid_request`, the same content within two minutes 409 `conflict` with the first post in `meta.id`.
         */
        post: operations["create_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/posts/{post_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a post
         * @description Returns a post with its targets, each with its status, its link or its error. The id may be ours or a platform’s. `Prefer: wait=N` waits for the outcome of a post that is being published, at most 30 seconds. An unknown id is 404 `not_found`. When several posts have the platform’s id, the answer is 409 `conflict`.
         */
        get: operations["get_post"];
        put?: never;
        post?: never;
        /**
         * Delete a post
         * @description Deletes a post, with its published copies on the platforms that allow it. It is free. The answer waits for the platforms at most 10 seconds and tells the outcome of each copy. Copies that stay keep the post: `deleted` is then false. A post that is publishing is 409 `conflict`. When all its copies are on accounts that must be reconnected, the answer is 403 `reconnection_required`.
         */
        delete: operations["delete_post"];
        options?: never;
        head?: never;
        /**
         * Update a post
         * @description Changes a draft, scheduled or failed post; it never publishes. The first `scheduled_at` costs 1 post. Of a published or partial post only `text` and `hidden` can change. A new text is free and goes to the platforms: the answer waits at most 10 seconds, then it is 504 `platform_timeout`. A platform that edits nothing is 501 `not_supported`. A post that is publishing or cancelled, or has an unconfirmed target, is 409 `conflict`.
         */
        patch: operations["update_post"];
        trace?: never;
    };
    "/v1/posts/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get post constraints
         * @description Returns the limits of posts by platform, of all platforms or of one, in the form of older clients. `GET /v1/platforms` has them in full. Every key may call it, and it is free. An unknown platform is 400 `unsupported_platform`.
         */
        get: operations["get_post_constraints"];
        put?: never;
        /**
         * Validate a post
         * @description Checks a post against the limits of the platforms of its targets or of `platforms`, and changes nothing. It is free. `errors` hold what `POST /v1/posts` would refuse, `warnings` what platforms ignore; a post with errors still answers 200. `GET /v1/platforms` lists the limits. Without a target or platform the answer is 400 `missing_metadata`; an unknown account is 404 `account_not_found`.
         */
        post: operations["validate_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/posts/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import posts from CSV
         * @description Makes a draft of each row of a CSV file, or a scheduled post when the row has `scheduled_at`. Scheduled rows cost 1 post each. Rows that are refused stand in `errors`; all others are imported in one transaction. When the plan has too little left, nothing is imported: 429 `rate_limit_exceeded`. A file of more than 50 MB is 413 `payload_too_large`; one without rows or with more than 10000 is 400 `invalid_request`.
         */
        post: operations["import_posts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/posts/{post_id}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a post
         * @description Publishes a draft, or a scheduled post before its time. It costs 1 post unless the post was charged when it was scheduled. The outcome is awaited and answered as by `POST /v1/posts`. A post without targets is 400 `missing_metadata`, one that breaks a limit of a platform 400 `invalid_request`. A post in any other status is 409 `conflict`, a plan without posts left 429 `rate_limit_exceeded`.
         */
        post: operations["publish_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/posts/{post_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a post
         * @description Publishes the failed targets of a failed or partial post again. Each retry costs 1 post, given back when a throttle leaves nothing published. Unconfirmed targets may have been published, so only `confirm` sends them again. `Prefer: wait=N` waits for the outcome, at most 30 seconds. A post without targets to retry is 400 `invalid_request`, one in any other status 409 `conflict`, a plan without posts left 429 `rate_limit_exceeded`.
         */
        post: operations["retry_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/posts/{post_id}/unpublish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unpublish a post
         * @description Takes published copies down, on all accounts or on those named; the post itself stays. It is free. The answer waits for the platforms at most 10 seconds: 200 when every copy is down, 207 when some are. When none is, the answer is the error of the reason, such as 501 `not_supported` or 403 `reconnection_required`. A post that is neither published nor partial is 409 `conflict`.
         */
        post: operations["unpublish_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/posts/{post_id}/targets/{account_id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resolve an unconfirmed target
         * @description Says what became of a target that is `unconfirmed`, because the platform’s response was lost and nothing proves the outcome. It is free and calls no platform. `published` with `platform_post_id` lets further parts and the first comment follow. `not_published` makes the target `failed`, so that it can be retried. A target that is not unconfirmed is 409 `conflict`.
         */
        post: operations["resolve_target"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/posts/{post_id}/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List attempts of a post
         * @description Lists the journal of a post, oldest first: each step of each attempt to publish, edit or remove it. A step tells when a call was sent, what the platform answered, and what proves the outcome of a lost response. An unknown post is 404 `not_found`.
         */
        get: operations["list_post_attempts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/posts/{post_id}/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get metrics of a post
         * @description Reads the counters of each copy from its platform, or with `source=stored` as they were last read. It is free. When a platform does not answer, its target has the stored counters and an `error`; the request still succeeds. Targets without counters stay in the list, with the reason. An unknown post is 404 `not_found`.
         */
        get: operations["get_post_metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/platforms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List platforms
         * @description Lists the platforms with what each can do, how accounts are connected, the limits of posts and messages, and the events that reach us. Every key may call it, and it is free. The answer is the same for all workspaces and changes with releases only.
         */
        get: operations["list_platforms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inbox/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List posts with comments
         * @description Lists the posts of connected accounts that have comments, the most recently commented first. Posts that were written on the platform itself are among them. The list comes from our store and asks no platform.
         */
        get: operations["list_commented_posts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inbox/comments/{post_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List comments on a post
         * @description Lists the comments on a post, newest first. They come from our store while it is fresh; otherwise the platform is read for at most five seconds. `capabilities` of a comment says what can be done with it. A post that several accounts published is 400 `invalid_request` without `account_id`. A platform without comments is 501 `not_supported`.
         */
        get: operations["list_comments"];
        put?: never;
        /**
         * Reply to a comment
         * @description Answers a comment or, without `comment_id`, comments on the post itself. It costs one interaction; it is given back when the platform throttles the call. The answer comes when the platform has taken the reply. After ten seconds it is 504 `platform_timeout`, and the reply goes on by itself. The same request within two minutes joins it. An account without access is 403 `reconnection_required`, a used-up allowance 429 `rate_limit_exceeded`.
         */
        post: operations["reply"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inbox/comments/{post_id}/{comment_id}/replies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List replies to a comment
         * @description Lists the replies to one comment, newest first, as fresh as the comments on the post are. An unknown comment is 404 `not_found`.
         */
        get: operations["list_comment_replies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inbox/comments/{post_id}/{comment_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a comment
         * @description Deletes a comment on the platform, where `capabilities.can_delete` says so; elsewhere the answer is 501 `not_supported`. It costs nothing. The answer comes when the platform has taken the change. After ten seconds it is 504 `platform_timeout`, and the change goes on by itself. An account without access is 403 `reconnection_required`.
         */
        delete: operations["delete_comment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inbox/comments/{post_id}/{comment_id}/hide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hide a comment
         * @description Hides a comment on the platform, where `capabilities.can_hide` says so; elsewhere the answer is 501 `not_supported`. It costs nothing and waits for the platform as the deletion does.
         */
        post: operations["hide_comment"];
        /**
         * Unhide a comment
         * @description Shows a hidden comment again. It costs nothing and waits for the platform as the deletion does.
         */
        delete: operations["unhide_comment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inbox/comments/{post_id}/{comment_id}/like": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Like a comment
         * @description Likes a comment as the account, where `capabilities.can_like` says so; elsewhere the answer is 501 `not_supported`. It costs nothing and waits for the platform as the deletion does.
         */
        post: operations["like_comment"];
        /**
         * Unlike a comment
         * @description Takes back the like of the account. It costs nothing and waits for the platform as the deletion does.
         */
        delete: operations["unlike_comment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inbox/comments/{post_id}/{comment_id}/private-reply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reply privately to a comment
         * @description Sends the author of a comment a private message. A comment gets one, and only for some days; `capabilities.can_private_reply` says whether it still can. Otherwise the answer is 400 `private_reply_ineligible`, or 501 `not_supported` where the platform has none. It costs one interaction and waits for the platform like a reply.
         */
        post: operations["reply_privately"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inbox/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List conversations
         * @description Lists the conversations (direct messages) of connected accounts, the most recent first. Without `status` it lists the active ones. `window_closes_at` says until when free messages can be sent, where the platform has such a window. `GET /v1/platforms` says which platforms have messages.
         */
        get: operations["list_conversations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inbox/conversations/{conversation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a conversation
         * @description Shows a conversation without its messages.
         */
        get: operations["get_conversation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a conversation
         * @description Archives a conversation or makes it active again, or marks it as read or unread. It changes our inbox only; the platform is told nothing. A body without `status` and `is_read` is 400 `missing_metadata`.
         */
        patch: operations["update_conversation"];
        trace?: never;
    };
    "/v1/inbox/conversations/{conversation_id}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark a conversation as read
         * @description Sets `unread_count` to 0. It changes our inbox only; the other side does not see it.
         */
        post: operations["mark_conversation_read"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inbox/conversations/{conversation_id}/unread": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark a conversation as unread
         * @description Sets `unread_count` to at least 1, so that somebody looks at the conversation again. It changes our inbox only.
         */
        post: operations["mark_conversation_unread"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inbox/conversations/{conversation_id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List messages
         * @description Lists the messages of a conversation, newest first, those of the account among them. `status` of an outgoing message moves from `sent` to `delivered` and `read` where the platform reports it. An unknown conversation is 404 `not_found`.
         */
        get: operations["list_messages"];
        put?: never;
        /**
         * Send a message
         * @description Sends a text, attachments, or one of quick replies, buttons and cards. It costs one interaction. The answer comes when the platform has taken it; after ten seconds it is 504 `platform_timeout`, and the message goes on by itself. Outside the platform's window it is 400 `window_closed`; `meta` says what can still be sent. An account without access is 403 `reconnection_required`. `GET /v1/platforms` says what a message may carry; the rest is 501 `not_supported`.
         */
        post: operations["send_message"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inbox/conversations/{conversation_id}/messages/{message_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a message
         * @description Sends a message again whose `status` is `failed`, for one interaction. An `unconfirmed` one may have arrived: ask the person, then send `confirm: true`. Any other message is 409 `conflict`. The window of the platform counts again (400 `window_closed`). The message keeps its id.
         */
        post: operations["retry_message"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inbox/reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List reviews
         * @description Lists the reviews of all connected accounts, newest first. The first page reads accounts anew that were not asked within a minute; `refresh=true` reads them in any case. `meta` names the accounts that could not be read now; their stored reviews are shown. `GET /v1/platforms` says which platforms have reviews.
         */
        get: operations["list_reviews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inbox/reviews/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List accounts with reviews
         * @description Lists the connected accounts on platforms with reviews, each with its average rating and the number of its reviews. The first connected comes first. The figures come from our store.
         */
        get: operations["list_review_accounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inbox/reviews/{account_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an account's reviews
         * @description Lists the reviews of one account, newest first or by rating, with its average. `status` says whether the platform could be read now; otherwise the stored reviews are shown. An unknown account is 404 `account_not_found`, a platform without reviews 501 `not_supported`.
         */
        get: operations["list_account_reviews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inbox/reviews/{review_id}/reply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Edit a review reply
         * @description Changes the reply to a review, for free. A review without a reply is 409 `conflict`.
         */
        put: operations["edit_review_reply"];
        /**
         * Reply to a review
         * @description Answers a review; a reply that is there already is replaced. It costs one interaction; it is given back when the platform throttles the call. The answer comes when the platform has taken the reply. After ten seconds it is 504 `platform_timeout`, and the reply goes on by itself. A text that is too long is 400 `invalid_request`, an account without access 403 `reconnection_required`.
         */
        post: operations["reply_to_review"];
        /**
         * Delete a review reply
         * @description Removes the reply to a review, for free. A review without a reply is 409 `conflict`. A platform that cannot remove it is 501 `not_supported`; `capabilities.can_delete_reply` says so before.
         */
        delete: operations["delete_review_reply"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{account_id}/mentions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List mentions
         * @description Lists where others named the account, in posts and comments, newest first. `metadata.mention_type` is `caption` for a post and `comment` for a comment. An unknown account is 404 `account_not_found`, a platform without mentions 501 `not_supported`.
         */
        get: operations["list_mentions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{account_id}/mentions/reply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reply to a mention
         * @description Answers a mention in public. It costs one interaction; it is given back when the platform throttles the call. The answer comes when the platform has taken the reply; after ten seconds it is 504 `platform_timeout`, and the reply goes on by itself. A platform without such replies is 501 `not_supported`, an account without access 403 `reconnection_required`.
         */
        post: operations["reply_to_mention"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List media
         * @description Lists the ready media items, newest first. Filters combine. Media belong to the workspace, so keys limited to brands see all of them. Each `url` works for an hour without a key.
         */
        get: operations["list_media"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/media/storage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get media storage
         * @description Returns the storage that media items use, the limit of the plan, and the number of items. Media that posts name by address are not stored and do not count.
         */
        get: operations["get_media_storage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/media/upload-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an upload address
         * @description Begins an upload: the address takes one file of any size by `PUT` within 15 minutes, without a key. The `Content-Type` of the `PUT` must be `media_type`. `POST /v1/media/{id}/verify` then makes the item ready. It costs storage only. When the storage of the plan is full, the answer is 413 `storage_quota_exceeded`.
         */
        get: operations["get_upload_url"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/media/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a file
         * @description Stores a file of at most 50 MB as a media item that is ready at once. It costs storage only: when the storage of the plan is full, the answer is 413 `storage_quota_exceeded`. A larger file and one that cannot be read are 400 `invalid_request`. Larger files go to `GET /v1/media/upload-url`.
         */
        post: operations["upload_media"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/media/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a media item
         * @description Returns a media item: `pending` until its file is verified, then `ready`, or `failed` with its `error`. A video also shows the copies that were made for platforms. An unknown item is 404 `not_found`.
         */
        get: operations["get_media"];
        put?: never;
        post?: never;
        /**
         * Delete a media item
         * @description Deletes an item with its file and frees its storage. An item that a draft, a scheduled or a publishing post needs is 409 `conflict`; `meta.id` names the post. Published posts keep their copies on the platforms. An unknown item is 404 `not_found`.
         */
        delete: operations["delete_media"];
        options?: never;
        head?: never;
        /**
         * Update a media item
         * @description Changes the name, the description, the folder or the tags of an item; fields that are left out stay. `tags` replaces all tags. Posts that were published with the item do not change. An unknown item is 404 `not_found`.
         */
        patch: operations["update_media"];
        trace?: never;
    };
    "/v1/media/{id}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify an upload
         * @description Inspects the file that was sent to an upload address and makes its item ready; a ready item stays as it is. Without a file the answer is 404 `not_found`, for an unreadable one 400 `invalid_request`, beyond the plan’s storage 413 `storage_quota_exceeded`. The item is then `failed`; a failed one is 409 `conflict`. While the file is still arriving, the answer is 409 `conflict` too.
         */
        post: operations["verify_media"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List accounts
         * @description Lists the connected accounts, newest first, also those that wait to be reconnected. Disconnected accounts are not listed. A key limited to brands sees the accounts of these brands.
         */
        get: operations["list_accounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{account_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an account
         * @description Returns a connected account. An account with the status `reconnect_required` works again once its owner connects it; `reconnect_reason` tells why. An unknown or disconnected account is 404 `account_not_found`.
         */
        get: operations["get_account"];
        put?: never;
        post?: never;
        /**
         * Disconnect an account
         * @description Disconnects an account, deletes its tokens, and revokes our access where the platform allows it. Its waiting targets are cancelled; a scheduled post without further targets becomes `cancelled`. Published posts stay on the platform. An unknown account is 404 `account_not_found`.
         */
        delete: operations["disconnect_account"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{account_id}/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get platform limits of an account
         * @description Asks the platform how many posts it still takes from the account. The object is empty for platforms that do not tell. It is free. An account that must be reconnected is 403 `reconnection_required`; a platform that throttles is 429 `platform_rate_limit`, one that fails 502 `platform_error`.
         */
        get: operations["get_account_limits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{account_id}/creator-info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get creator info
         * @description Asks the platform what the creator behind an account may post now. Show it to the person before they post, where the platform demands that. Platforms without creators are 501 `not_supported`. An account that must be reconnected is 403 `reconnection_required`.
         */
        get: operations["get_creator_info"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{account_id}/pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List pages of an account
         * @description Lists the page behind an account. Each page is an account of its own, so there is one. `GET /v1/platforms` tells which platforms have pages; on others the answer is 400 `invalid_request`.
         */
        get: operations["list_account_pages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{account_id}/pages/{page_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a page of an account
         * @description Confirms that the page is the default and active one, for clients that set it. An account has one page, so `false` is 400 `invalid_request`: disconnect the account instead. Any other page is 404 `not_found`.
         */
        patch: operations["update_account_page"];
        trace?: never;
    };
    "/v1/accounts/{account_id}/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an account's summary
         * @description Shows the newest numbers of an account and the sums of its last 30 days and of the 30 before. They come from readings about once a day (`as_of`); no platform is asked. A number that the platform does not tell is absent, never 0. A platform without numbers is 501 `not_supported`, an unknown account 404 `account_not_found`.
         */
        get: operations["get_account_summary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/posts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List post analytics
         * @description Lists the posts of a period with their newest numbers, newest first, or the best first with `sort`. They come from our readings; no platform is asked. Without `from` and `to` the period is the last 30 days; more than 366 days are 400 `invalid_request`. Keys that are limited to brands get 403 `insufficient_scope`.
         */
        get: operations["list_post_analytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List account analytics
         * @description Shows the numbers of each account by day, week or month, and their totals. `compare=previous` adds the totals of as many days before. In totals `followers` is the newest number and every other metric a sum; `not_summed` names those that cannot be added up, such as reach. An unknown account is 404 `account_not_found`.
         */
        get: operations["list_account_analytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/brands/{brand_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a brand's analytics
         * @description Shows the numbers of all accounts of a brand together, by day, week or month, and their totals. Days and hours are those of the brand's time zone, which `timezone` names. An unknown brand is 404 `not_found`.
         */
        get: operations["get_brand_analytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/best-times": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get best times to post
         * @description Shows how an account's own posts of the last year did, by the hour of the week in which they were published. All 168 hours are there; an hour without posts has no rate. `confidence` says how far to trust it. An unknown account is 404 `account_not_found`.
         */
        get: operations["get_best_times"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/inbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get inbox analytics
         * @description Counts what came in and what was answered, by kind and hour of the day. The seconds to the first answer are told as median and 90th percentile. Messages in a row are one question, whose time runs from the first. An answer to a message or mention counts until 30 days after the period.
         */
        get: operations["get_inbox_analytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{account_id}/boards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List boards
         * @description Lists the boards of an account, read from the platform now. `GET /v1/platforms` tells which platforms have boards; others are 501 `not_supported`. An account that must be reconnected is 403 `reconnection_required`, a platform that throttles 429 `platform_rate_limit`.
         */
        get: operations["list_boards"];
        put?: never;
        /**
         * Create a board
         * @description Creates a board on the platform, once even when its response is lost. It is free. The answer waits at most ten seconds, then it is 504 `platform_timeout` and the creation goes on. Platforms without boards are 501 `not_supported`.
         */
        post: operations["create_board"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{account_id}/boards/{board_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a board
         * @description Deletes a board with all pins on it, which cannot be undone. The answer waits for the platform as on creation. An unknown board is 404 `not_found`.
         */
        delete: operations["delete_board"];
        options?: never;
        head?: never;
        /**
         * Update a board
         * @description Changes the name, the description or the privacy of a board; fields that are left out stay. The answer waits for the platform as on creation. Without any field it is 400 `missing_metadata`; an unknown board is 404 `not_found`.
         */
        patch: operations["update_board"];
        trace?: never;
    };
    "/v1/platforms/instagram/accounts/{account_id}/stories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List stories
         * @description Lists the stories of an Instagram account that are visible now, read from Instagram. Stories disappear after 24 hours. Accounts of other platforms are 501 `not_supported`. An account that must be reconnected is 403 `reconnection_required`.
         */
        get: operations["list_stories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/platforms/instagram/accounts/{account_id}/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an Instagram summary
         * @description Reads the counters of an Instagram account and the numbers of its last 30 days from Instagram. It is free. Without the permission for insights the answer is 403 `reconnection_required`. Accounts of other platforms are 501 `not_supported`.
         */
        get: operations["get_instagram_summary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/platforms/instagram/accounts/{account_id}/participants/{participant_id}/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a participant’s profile
         * @description Reads the profile of a person who wrote to an Instagram account, and whether they follow each other. It is never stored. A message to the account is the person’s consent; without it the answer is 403 `permission_denied`, which says nothing about following. An unknown person is 404 `not_found`, and so is one who had everything erased and has not written since.
         */
        get: operations["get_participant_profile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/platforms/instagram/accounts/{account_id}/media/{platform_media_id}/collaborators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List collaborators of a post
         * @description Lists the accounts that were invited as co-authors of an Instagram post, with their answers. Only the account that published the post can ask. A post that Instagram does not find is 404 `not_found`.
         */
        get: operations["list_collaborators"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/platforms/instagram/accounts/{account_id}/media/{platform_media_id}/collab/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept a collaboration
         * @description Answers an invitation to be a co-author of an Instagram post: the account then shows the post on its profile. It is free. The answer waits for Instagram at most ten seconds, then it is 504 `platform_timeout` and goes on. Without an open invitation it is 400 `invalid_request`; accounts of other platforms are 501 `not_supported`.
         */
        post: operations["accept_collaboration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/platforms/instagram/accounts/{account_id}/media/{platform_media_id}/collab/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decline a collaboration
         * @description Answers an invitation to be a co-author of an Instagram post: the account then does not show the post. It is free. The answer waits for Instagram at most ten seconds, then it is 504 `platform_timeout` and goes on. Without an open invitation it is 400 `invalid_request`; accounts of other platforms are 501 `not_supported`.
         */
        post: operations["decline_collaboration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/platforms/linkedin/insights": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get LinkedIn insights
         * @description Reads the followers of an organisation’s page and the statistics of its newest posts from LinkedIn. It is free. Accounts of other platforms, members of LinkedIn too, are 501 `not_supported`. An account that must be reconnected is 403 `reconnection_required`.
         */
        get: operations["get_linkedin_insights"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/platforms/pinterest/accounts/{account_id}/pins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List pins
         * @description Lists the newest pins of a Pinterest account, read from Pinterest now; they are not stored. There is one page of at most 50. Accounts of other platforms are 501 `not_supported`.
         */
        get: operations["list_pins"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/platforms/pinterest/accounts/{account_id}/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a Pinterest summary
         * @description Reads the counters of a Pinterest account from Pinterest. It is free. Accounts of other platforms are 501 `not_supported`; an account that must be reconnected is 403 `reconnection_required`.
         */
        get: operations["get_pinterest_summary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/platforms/tiktok/accounts/{account_id}/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a TikTok summary
         * @description Reads the profile and the counters of a TikTok account from TikTok. Fields for which the owner gave no permission are absent. It is free. Accounts of other platforms are 501 `not_supported`; an account that must be reconnected is 403 `reconnection_required`.
         */
        get: operations["get_tiktok_summary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/platforms/tiktok/accounts/{account_id}/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sync a TikTok account
         * @description Reads the newest videos of the account from TikTok, at most 20, so that their comments are found. They do not become posts. It is free. Accounts of other platforms are 501 `not_supported`; an account that must be reconnected is 403 `reconnection_required`.
         */
        post: operations["sync_tiktok_account"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/platforms/youtube/accounts/{account_id}/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a YouTube summary
         * @description Reads the counters of a YouTube channel from YouTube. It is free. Accounts of other platforms are 501 `not_supported`; an account that must be reconnected is 403 `reconnection_required`.
         */
        get: operations["get_youtube_summary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/platforms/youtube/accounts/{account_id}/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sync a YouTube account
         * @description Reads the newest videos of the account from YouTube, at most 20, so that their comments are found. They do not become posts. It is free. Accounts of other platforms are 501 `not_supported`; an account that must be reconnected is 403 `reconnection_required`.
         */
        post: operations["sync_youtube_account"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/platforms/youtube/accounts/{account_id}/videos/{video_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a YouTube video
         * @description Changes the title, the description or the visibility of a video of the account; fields that are left out stay. It is free. The answer waits for YouTube at most ten seconds, then it is 504 `platform_timeout` and the change goes on. Without any field it is 400 `missing_metadata`; an unknown video is 404 `not_found`.
         */
        patch: operations["update_youtube_video"];
        trace?: never;
    };
    "/v1/platforms/youtube/comments/{comment_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Edit a YouTube comment
         * @description Changes the text of a comment that the account itself wrote; any other is 400 `invalid_request`. It is free. The answer waits for YouTube at most ten seconds, then it is 504 `platform_timeout` and the change goes on. An unknown comment or post is 404 `not_found`.
         */
        patch: operations["edit_youtube_comment"];
        trace?: never;
    };
    "/v1/platforms/youtube/comments/{comment_id}/moderate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Moderate a YouTube comment
         * @description Shows a comment, holds it for review or rejects it, on a video of the account. It is free. `ban_author` without the status `rejected` is 400 `invalid_request`. The answer waits for YouTube at most ten seconds, then it is 504 `platform_timeout` and the change goes on. An unknown comment or post is 404 `not_found`.
         */
        post: operations["moderate_youtube_comment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/connect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Connect an account
         * @description Begins to connect an account and answers 202 with `auth_url`, the consent page for its owner; the `state` works once, for ten minutes. Platforms without a consent page connect at once with 201. Connecting an account again renews its access. A new brand beyond the plan is 403 `brand_limit_reached`, a platform without an app 412 `credentials_missing`. `GET /v1/platforms` tells how each platform is connected.
         */
        post: operations["connect_account"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth/exchange": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a code
         * @description Finishes a connection whose consent page returned to your own page. It is only needed with `metadata.redirect_uri`, or for a signup window. When the login reaches several profiles, the answer is 200 `selection_required`: choose with `POST /v1/accounts/pending/{connection_id}/select`. An expired `state` is 400 `invalid_request`, that of another key 403 `unauthorized`. A brand with another account there is 409 `conflict`.
         */
        post: operations["exchange_code"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/pending/{connection_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a pending connection
         * @description Returns the profiles or pages that a login reaches, to choose from, for 30 minutes after the login. A page that another brand has is not `assignable`. A choice that was made, has expired or belongs to others is 404 `not_found`.
         */
        get: operations["get_pending_connection"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/pending/{connection_id}/select": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Select profiles to connect
         * @description Connects the chosen profile, or several pages of which each becomes an account. The first selection ends the choice; later ones are 404 `not_found`. A profile that the login does not reach, or a page of another brand, is 400 `invalid_request`. A brand with another account there is 409 `conflict`; one with too many pages is 403 `brand_limit_reached`.
         */
        post: operations["select_profile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/platforms/facebook/logins/{login_id}/pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List pages of a login
         * @description Asks Facebook which pages a login reaches now, and tells the brand of each. `login_id` stands in each account that came through the login. A login that Facebook no longer accepts is 401 `invalid_token`; the person connects again. An unknown login is 404 `not_found`.
         */
        get: operations["list_login_pages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/platforms/facebook/logins/{login_id}/pages/{page_id}/assign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Assign a page to a brand
         * @description Connects one more page of a Facebook login to a brand, without a new login. A page of another brand is 409 `account_already_linked`; a brand with pages of another login is 409 `conflict`. A brand that has all the pages it may have is 403 `brand_limit_reached`. An unknown login, page or brand is 404 `not_found`.
         */
        post: operations["assign_page"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invites
         * @description Lists the invites of a brand, newest first, with used, expired and revoked ones. `brand_id` is required: without it the answer is 400 `missing_metadata`. An unknown brand is 404 `not_found`.
         */
        get: operations["list_invites"];
        put?: never;
        /**
         * Create an invite
         * @description Makes a link with which somebody else connects an account to a brand; it works once and needs no key. An account that lost its access is connected again by it. A brand whose account works, or that has an active invite for the platform, is 409 `conflict`. A platform without an app here is 412 `credentials_missing`, an unknown brand 404 `not_found`.
         */
        post: operations["create_invite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/platforms/twitter/credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List X app credentials
         * @description Lists the sets of credentials of your own X apps: the default set with an empty `brand_id`, and those of brands. Secrets are never shown.
         */
        get: operations["list_twitter_credentials"];
        /**
         * Save X app credentials
         * @description Stores the credentials of your X app for all brands without a set of their own, in place of earlier ones. The secret is kept encrypted. X is not asked: `POST /v1/platforms/twitter/credentials/test` does that. Connected accounts keep the app with which they were connected.
         */
        put: operations["save_twitter_credentials"];
        post?: never;
        /**
         * Delete X app credentials
         * @description Deletes the default set. Connected accounts keep working; connecting new ones needs a set again. Without a default set the answer is 404 `not_found`.
         */
        delete: operations["delete_twitter_credentials"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/platforms/twitter/credentials/brand/{brand_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Save X credentials of a brand
         * @description Stores the credentials of an X app for one brand, which then win over the default set. An unknown brand is 404 `not_found`.
         */
        put: operations["save_brand_twitter_credentials"];
        post?: never;
        /**
         * Delete X credentials of a brand
         * @description Deletes the set of one brand, to which the default set then applies. Connected accounts keep working. A brand without a set is 404 `not_found`.
         */
        delete: operations["delete_brand_twitter_credentials"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/platforms/twitter/credentials/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test X app credentials
         * @description Asks X whether credentials are right and stores nothing. Wrong ones answer 200 with `valid: false` and the reason. More than 10 tests a minute are 429 `too_many_requests`; when X itself throttles, it is 429 `platform_rate_limit`. When X does not answer, it is 502 `platform_error`.
         */
        post: operations["test_twitter_credentials"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth/redirect-uris": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List redirect addresses
         * @description Lists the addresses that browsers may return to after a login, newest first. While there is none, every valid address is allowed.
         */
        get: operations["list_redirect_uris"];
        put?: never;
        /**
         * Create a redirect address
         * @description Allows an address for `redirect_uri`. After the first one, connecting with any other address is 400 `invalid_request`. The address has https, or http on localhost. One that is registered already is 409 `conflict`, and so are more than 20.
         */
        post: operations["create_redirect_uri"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth/redirect-uris/{redirect_uri_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a redirect address
         * @description Removes an allowed address; logins that have begun still return to it. Without the last address, all valid ones are allowed again. An unknown one is 404 `not_found`.
         */
        delete: operations["delete_redirect_uri"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/platforms/whatsapp/accounts/{account_id}/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List templates
         * @description Lists the templates of the account’s business, read from WhatsApp now; we store none. It is free. Accounts of other platforms are 501 `not_supported`. An account that must be reconnected is 403 `reconnection_required`, and a throttle of the platform 429 `platform_rate_limit`.
         */
        get: operations["list_templates"];
        put?: never;
        /**
         * Create a template
         * @description Submits a template to WhatsApp, whose people approve or reject it; `status` tells the state. It is free. A template that `POST /v1/platforms/whatsapp/templates/validate` finds wrong is 400 `invalid_request` and not submitted; a name that exists is 409 `conflict`. When the response of WhatsApp is lost, the answer is 502 `platform_error`: look before you repeat it.
         */
        post: operations["create_template"];
        /**
         * Delete a template
         * @description Deletes a template by its name, in every language, which cannot be undone. WhatsApp reserves the name for 30 days. A name that WhatsApp does not know is 404 `not_found`.
         */
        delete: operations["delete_template"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/platforms/whatsapp/templates/{template_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a template
         * @description Reads a template from WhatsApp by its id there. `status` tells whether it is approved. It is free. An unknown template is 404 `not_found`; without a connected account the answer is 404 `account_not_found`.
         */
        get: operations["get_template"];
        /**
         * Update a template
         * @description Replaces the components of a template, which WhatsApp then approves anew. WhatsApp takes one change of an approved template a day. Wrong components are 400 `invalid_request`; an unknown template is 404 `not_found`.
         */
        put: operations["edit_template"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/platforms/whatsapp/templates/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Validate a template
         * @description Checks a template by the rules of WhatsApp that are known, without a call and without submitting it. A template with errors answers 200 with `valid: false`. It is free. WhatsApp may still reject what is valid here.
         */
        post: operations["validate_template"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/platforms/whatsapp/accounts/{account_id}/send-template": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a template message
         * @description Sends a message from an approved template to any phone number, at any time. It costs 1 interaction, given back when WhatsApp throttles it; without any left the answer is 429 `rate_limit_exceeded`. The answer waits for WhatsApp at most ten seconds, then it is 504 `platform_timeout` and the message goes on. An unknown template is 404 `not_found`, a paused one 409 `conflict`. An unknown outcome is 502 `platform_error`: ask the person before you send it again.
         */
        post: operations["send_template"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/platforms/whatsapp/phone-numbers/{phone_number_id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the status of a number
         * @description Asks WhatsApp whether the number is verified and registered. A number is verified with a code, then registered with a PIN; only then it sends and receives. It is free. An unknown number is 404 `account_not_found`, an account that must be reconnected 403 `reconnection_required`.
         */
        get: operations["get_phone_number_status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/platforms/whatsapp/phone-numbers/{phone_number_id}/request-code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a verification code
         * @description Has WhatsApp send a code of six digits to the phone, by message or call. `POST …/verify-code` takes it. It is free. A number that is verified already is 409 `conflict`; too many codes are 429 `platform_rate_limit`.
         */
        post: operations["request_phone_code"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/platforms/whatsapp/phone-numbers/{phone_number_id}/verify-code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify a phone number
         * @description Verifies the number with the code that its phone received. It is free. A code that WhatsApp refuses is 400 `invalid_request`. The next step is `POST …/register`.
         */
        post: operations["verify_phone_code"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/platforms/whatsapp/phone-numbers/{phone_number_id}/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a phone number
         * @description Registers a verified number, so that it sends and receives. The first registration sets the PIN, later ones must have it. It is free. A wrong PIN is 400 `invalid_request`. A number that is not verified is 409 `conflict`.
         */
        post: operations["register_phone_number"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/platforms/whatsapp/phone-numbers/{phone_number_id}/deregister": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deregister a phone number
         * @description Ends the registration of a number: it neither sends nor receives until it is registered again. The account stays connected. It is free. A number that is not registered is 409 `conflict`; an unknown one is 404 `account_not_found`.
         */
        post: operations["deregister_phone_number"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/platforms/whatsapp/phone-numbers/{phone_number_id}/business-profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the business profile
         * @description Reads the public profile of the business behind a number from WhatsApp. Fields that the business has not filled in are absent. It is free. An unknown number is 404 `account_not_found`, an account that must be reconnected 403 `reconnection_required`.
         */
        get: operations["get_business_profile"];
        /**
         * Update the business profile
         * @description Changes the public profile of the business behind a number; fields that are left out stay. It is free. Without any field the answer is 400 `invalid_request`, and so is a value that WhatsApp refuses.
         */
        put: operations["update_business_profile"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the owner
         * @description Shows the owner of the workspace and its plan. Every valid key may ask, also while payment is overdue. `billing_blocked` says whether it is: then everything but reading and changing the owner and `/v1/billing` is 402 `past_due`.
         */
        get: operations["get_me"];
        put?: never;
        post?: never;
        /**
         * Delete the workspace
         * @description Deletes the workspace without asking a second time. Its keys end and publishing stops at once, accounts are disconnected, and the subscription is cancelled without a refund. Everything else is removed after 24 hours; until then the operator can take it back. A test key gets 409 `conflict`.
         */
        delete: operations["delete_me"];
        options?: never;
        head?: never;
        /**
         * Update the owner
         * @description Changes the settings of the owner. With `lock_accounts_to_brand`, connecting an account that another brand has is refused with 409 `account_already_linked`; without it, the account moves. A test key gets 409 `conflict`.
         */
        patch: operations["update_me"];
        trace?: never;
    };
    "/v1/workspace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the workspace
         * @description Shows the name, time zone and logo that pages for your customers show, such as invites and reports. Live and test have their own. `held` says why nothing is sent for now, if so.
         */
        get: operations["get_workspace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the workspace
         * @description Changes the name, time zone or logo that pages for your customers show. Brands without a zone of their own follow the workspace's. Live and test are changed apart. An unknown zone or a logo that is no stored image is 400 `invalid_request`, a body without fields 400 `missing_metadata`.
         */
        patch: operations["update_workspace"];
        trace?: never;
    };
    "/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Lists the keys of the tenant, newest first, with revoked and expired ones. The keys themselves are not shown again.
         */
        get: operations["list_keys"];
        put?: never;
        /**
         * Create an API key
         * @description Makes a key and shows it this once. A live key makes live keys, a test key test keys. `scopes`, `brand_ids`, `allowed_ips` and `expires_at` restrict it; an empty list means no restriction. Only a key without restrictions may manage keys; others get 403 `insufficient_scope`. An unknown scope or brand, or an end that is not ahead, is 400 `invalid_request`.
         */
        post: operations["create_key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/scopes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List scopes
         * @description Lists the scopes that a key may have, with what each allows. `x-scope` of an operation in this document names the one that it needs; `admin` stands for a key without restrictions.
         */
        get: operations["list_key_scopes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description Ends a key at once and for ever, also the one that makes the call. It stays in the list as inactive. `message` warns when no key without restrictions is left: then the operator must make one.
         */
        delete: operations["revoke_key"];
        options?: never;
        head?: never;
        /**
         * Update an API key
         * @description Changes the name or the restrictions of a key; its secret stays. A list that you send replaces the old one. A revoked key is 409 `conflict`. A body without fields is 400 `missing_metadata`. `message` warns when no key without restrictions is left: then the operator must make one.
         */
        patch: operations["update_key"];
        trace?: never;
    };
    "/v1/keys/{key_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate an API key
         * @description Gives a key a new secret and shows it this once. The old secret ends at once. A revoked or expired key is 409 `conflict`.
         */
        post: operations["rotate_key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/brands": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List brands
         * @description Lists the brands of the workspace, newest first, each with the number of its accounts. A key limited to brands sees those only.
         */
        get: operations["list_brands"];
        put?: never;
        /**
         * Create a brand
         * @description Creates a brand: a group of accounts with posts and an inbox of their own, such as one customer of an agency. Names need not be unique. The plan limits the number of brands; at the limit the answer is 403 `brand_limit_reached`.
         */
        post: operations["create_brand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/brands/{brand_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a brand
         * @description Deletes a brand and disconnects its accounts. Their waiting targets are cancelled, invites to the brand end, and our access on the platforms is revoked. Published posts stay on the platforms. This cannot be undone. An unknown brand is 404 `not_found`.
         */
        delete: operations["delete_brand"];
        options?: never;
        head?: never;
        /**
         * Update a brand
         * @description Changes the name, the time zone or the logo of a brand; fields that are left out stay. Without any field the answer is 400 `missing_metadata`. A logo is a ready image of at most 2 MiB; any other item is 400 `invalid_request`. An unknown brand is 404 `not_found`.
         */
        patch: operations["update_brand"];
        trace?: never;
    };
    "/v1/invites/{invite_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an invite
         * @description Revokes an invite: its link ends at once, and it stays in the list as `revoked`. An unknown or used invite is 404 `not_found`.
         */
        delete: operations["delete_invite"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description Lists the endpoints, newest first. Without `limit` and `cursor` the answer holds all of them; a tenant has at most 50.
         */
        get: operations["list_webhooks"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description Registers an address that receives events. The address is pinged first: it must answer the signed `webhook.test` event with 2xx within 10 seconds, else the answer is 400 `webhook_verification_failed` and nothing is saved. `Prefer: verification=none` skips the ping. The `secret` is shown this once. More than 50 endpoints are 409 `conflict`. Keys that are limited to brands get 403 `insufficient_scope`.
         */
        post: operations["create_webhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List event types
         * @description Lists every type of event that an endpoint can subscribe to, with the JSON Schema of its `data` and an example. The list is the same for everybody. Fields may be added to `data`, so ignore those that you do not know.
         */
        get: operations["list_webhook_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook endpoint
         * @description Shows an endpoint, the last four characters of its secret and the numbers of its deliveries. `status` and `status_reason` say why an endpoint gets nothing.
         */
        get: operations["get_webhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Deletes an endpoint and ends its waiting deliveries. A message that is just being sent may still arrive.
         */
        delete: operations["delete_webhook"];
        options?: never;
        head?: never;
        /**
         * Update a webhook endpoint
         * @description Changes the fields that you send; null removes `description`, `headers` or a filter. A new `url` is pinged first, as on create. `is_active: false` pauses the endpoint; its waiting deliveries are kept until `true`. Events of the pause are not delivered later; replay them. The secret changes with `POST /v1/webhooks/{webhook_id}/rotate-secret` only.
         */
        patch: operations["update_webhook"];
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a webhook endpoint
         * @description Sends one signed message at once and waits up to 10 seconds for its answer. A failure of your endpoint is 200 with `status: failed`. The message is kept as a delivery and never retried. Its `data` holds `verification: true`, so that a receiver knows a test. An endpoint that is paused or disabled is 409 `conflict`.
         */
        post: operations["test_webhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a webhook secret
         * @description Gives an endpoint a new secret and shows it this once. The secrets before it sign too for `overlap_hours`, so that no receiver refuses a message. After a leak, send `overlap_hours: 0`. A fourth secret before the new one is refused with 409 `conflict`; end the overlap first.
         */
        post: operations["rotate_webhook_secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}/previous-secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a secret rotation
         * @description Ends the overlap of a rotation early: only the current secret signs from now on. Without an overlap nothing changes.
         */
        delete: operations["delete_previous_secrets"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description Lists the deliveries to an endpoint, newest first. A delivery is one event on its way to one endpoint. It succeeds with any 2xx within 15 seconds. Everything else is tried up to 9 times in about 70 hours; then the delivery is `failed`.
         */
        get: operations["list_deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delivery
         * @description Shows one delivery with the body that is sent and every attempt. `payload` is absent when the event is past its retention.
         */
        get: operations["get_delivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a delivery
         * @description Sends a delivery again now, also one that succeeded; the answer does not wait for it. A delivery that had ended gets all of its attempts anew. The `webhook-id` stays the same, so a receiver knows the repetition. A test, and an endpoint that is paused or disabled, are 409 `conflict`. An event past its retention is 410 `gone`.
         */
        post: operations["retry_delivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}/replays": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List replays
         * @description Lists the replays of an endpoint, newest first.
         */
        get: operations["list_replays"];
        put?: never;
        /**
         * Create a replay
         * @description Queues many events of a period for an endpoint again, behind its new events. `failed` takes the deliveries that failed; `all` takes every event that the endpoint subscribes to. The answer is 202 with `total`; `GET` the replay to see how far it is. A second replay at a time, and an endpoint that is not active, are 409 `conflict`. A `since` before the retention is 400 with `meta.earliest`.
         */
        post: operations["create_replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}/replays/{replay_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a replay
         * @description Shows a replay and how far it is. It is `completed` when each of its deliveries has ended, which may take as long as the retries of the last one.
         */
        get: operations["get_replay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}/replays/{replay_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a replay
         * @description Ends a replay: it queues no more, and the deliveries that it queued and did not send are ended. Those that had succeeded before are `success` again, the others are `failed`. A replay that has ended otherwise is 409 `conflict`.
         */
        post: operations["cancel_replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get webhook statistics
         * @description Counts the deliveries to an endpoint by the hour (UTC): how many succeeded and failed, and how long the attempts took. Without `from` and `to` it covers the last seven days. Tests are not counted. A period of more than 90 days is 400 `invalid_request`.
         */
        get: operations["get_webhook_statistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description Lists what happened to the tenant, newest first. With `after` the order is that in which it happened: a client that sends the last `seq` that it has misses nothing. Events older than `retention_days` of the plan are hidden. Webhooks and the stream carry the same events. Keys that are limited to brands get 403 `insufficient_scope`.
         */
        get: operations["list_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an event summary
         * @description Counts the events of a period by category, error and kind of inbox event, and those of the period before it. Without `from` and `to` it covers the last 24 hours. A `from` after `to` is 400 `invalid_request`.
         */
        get: operations["get_events_summary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream events
         * @description Sends the events as they happen, as server-sent events, in the order of the log and each once. It begins with the next event, or behind `after`. A client that connects again sends the last `id` as `Last-Event-ID` and misses nothing. A place in the future is 400 `invalid_request`, one past the retention 410 `gone`; `meta.resume_after` tells where to go on. The 11th stream of a key is 429 `too_many_requests`.
         */
        get: operations["stream_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{account_id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an export
         * @description Reads all that an account has published: posts or videos with their numbers, comments and, when asked for, transcripts. The answer is 202; ask for the export until it is `completed`. It uses one export of the period (429 `export_limit`). The plan also limits how often (429 `export_cooldown`); a second one of the account is 429 `export_concurrent`. A platform without exports is 501 `not_supported`.
         */
        post: operations["create_export"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List exports
         * @description Lists the exports, newest first, without their files. A page holds 50 unless `limit` says otherwise.
         */
        get: operations["list_exports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exports/{export_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an export
         * @description Shows how far an export is and, when it is `completed`, addresses of its files. An address works for an hour without a key; a later answer has new ones. Files are removed at `expires_at`.
         */
        get: operations["get_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exports/{export_id}/videos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List exported videos
         * @description Lists what an export has read, newest first: videos, or posts where the platform has no videos. An export that is still running is 409 `conflict`, one that has expired 410 `gone`.
         */
        get: operations["list_export_videos"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports/{export_id}/videos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List exported videos (older path)
         * @description Answers the same as `GET /v1/exports/{export_id}/videos`, for clients that call it without the version.
         */
        get: operations["list_export_videos_unversioned"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exports/{export_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an export
         * @description Ends a running export. Its count is given back, and what it has read is removed. An export that has ended is 409 `conflict`.
         */
        post: operations["cancel_export"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dead": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List dead letters
         * @description Lists work that was given up, newest first: deliveries after their last attempt, callbacks of platforms that could not be read, and actions that were stopped. Tests of endpoints and deliveries to deleted endpoints are left out.
         */
        get: operations["list_dead"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dead/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay a dead letter
         * @description Makes a dead delivery or callback due again; the answer does not wait for it. An action is 409 `conflict`: retry the post, or make the request again that it came from. A delivery to an endpoint that is paused or disabled is 409, too. An event past its retention is 410 `gone`, an unknown id 404 `not_found`.
         */
        post: operations["replay_dead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get usage
         * @description Shows what the current period has used and what the plan allows; -1 means unlimited. Only the Free plan refuses posts and interactions beyond its limits, with 429 `rate_limit_exceeded`; the others count. The counters start anew at `period_end`. Every valid key may ask.
         */
        get: operations["get_usage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List plans
         * @description Lists the plans with their prices and limits, the cheapest first. -1 means unlimited or, as a price, by agreement. The list is the same for everybody.
         */
        get: operations["list_plans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/checkout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a checkout
         * @description Opens a page on which the customer subscribes to a plan and pays. The plan is in force within seconds of the payment. A workspace with a subscription is 409 `conflict`: change the plan in the portal. A test key gets 409, too. Where nothing is sold the answer is 501 `not_supported`; a processor that is away is 503 `unavailable`, one that refuses 502 `platform_error`.
         */
        post: operations["create_checkout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/checkout/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a checkout status
         * @description Shows whether a checkout was paid, and whether its plan is in force. A paid plan is in force within seconds, so ask again. A checkout of somebody else is 404 `not_found`.
         */
        get: operations["get_checkout_status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/portal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a billing portal session
         * @description Opens a page on which the customer changes the plan or the card, pays invoices, or cancels. A workspace that has bought nothing is 409 `conflict`; begin with a checkout. Where nothing is sold the answer is 501 `not_supported`.
         */
        post: operations["create_portal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Advance the test clock
         * @description Moves the clock of a test tenant forward. Schedules, retries, tokens and periods go on as if the time had passed, and the simulated platforms move along. The clock never goes back. One step is at most ten years, and all together at most 100; more is 400 `invalid_request`. A live key gets 409 `conflict`.
         */
        post: operations["advance_clock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test/world": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the test world
         * @description Shows the address of the simulated world of a test tenant. Its platforms, control API, webhook receivers and page are below it. Whoever knows the address can use the world. A live key gets 409 `conflict`.
         */
        get: operations["get_test_world"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/announcements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List announcements
         * @description Lists the news of the operator for all workspaces, newest first. `seen` says whether the owner of this workspace has seen it.
         */
        get: operations["list_announcements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/announcements/{id}/seen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark an announcement as seen
         * @description Notes that the owner has seen an announcement. A second call changes nothing.
         */
        post: operations["mark_announcement_seen"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send feedback
         * @description Sends the operator of the service a message of up to 5,000 characters. Nobody answers it here.
         */
        post: operations["send_feedback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "comment.received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Somebody commented on a post of a connected account */
        post: operations["on_comment_received"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "dm.received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Somebody sent a direct message to a connected account */
        post: operations["on_dm_received"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "dm.sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A direct message left a connected account */
        post: operations["on_dm_sent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "dm.referral": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Somebody opened a conversation through a referral link or an advertisement */
        post: operations["on_dm_referral"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "dm.postback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Somebody pressed a button in a conversation */
        post: operations["on_dm_postback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "dm.status.sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A direct message was accepted by the platform */
        post: operations["on_dm_status_sent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "dm.status.delivered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A direct message reached its recipient */
        post: operations["on_dm_status_delivered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "dm.status.read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A direct message was read */
        post: operations["on_dm_status_read"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "dm.status.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A direct message could not be delivered */
        post: operations["on_dm_status_failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "review.received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Somebody reviewed a connected business */
        post: operations["on_review_received"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "mention.received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Somebody mentioned a connected account */
        post: operations["on_mention_received"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "post.scheduled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A post was scheduled */
        post: operations["on_post_scheduled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "post.published": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Every target of a post was published */
        post: operations["on_post_published"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "post.partial": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Some targets of a post were published, others were not */
        post: operations["on_post_partial"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "post.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** No target of a post was published */
        post: operations["on_post_failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "post.unconfirmed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** It could not be proven whether a target was published */
        post: operations["on_post_unconfirmed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "post.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A post was changed */
        post: operations["on_post_updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "post.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A post was deleted */
        post: operations["on_post_deleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "post.unpublished": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A post was taken down */
        post: operations["on_post_unpublished"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "post.retried": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Failed targets of a post are tried again */
        post: operations["on_post_retried"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "account.connected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An account was connected */
        post: operations["on_account_connected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "account.disconnected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An account lost its access or was disconnected */
        post: operations["on_account_disconnected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "account.token_expiring": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The access of an account is about to expire */
        post: operations["on_account_token_expiring"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "page.removed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A login does not reach a page any more */
        post: operations["on_page_removed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.disabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A webhook endpoint was disabled after failing for days */
        post: operations["on_webhook_disabled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        Account: {
            id: string;
            platform: components["schemas"]["Platform"];
            name: string;
            username: string;
            brand_id: string;
            /** @enum {string} */
            status: "active" | "reconnect_required";
            /** @description Why it must be connected again, as a sentence */
            reconnect_reason?: string;
            profile_picture_url?: string;
            bio?: string;
            /** @description Facts of the platform, such as counts of followers */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description The login that it shares with other pages */
            login_id?: string;
            /** @description The page behind the account, on platforms with pages */
            page_name?: string;
            /** Format: date-time */
            created_at: string;
            livemode: boolean;
        };
        AccountList: components["schemas"]["Page"] & {
            data: components["schemas"]["Account"][];
        };
        AccountPage: {
            id: string;
            platform_page_id: string;
            name: string;
            username: string;
            profile_picture_url?: string;
            about?: string;
            is_default: boolean;
            is_active: boolean;
            livemode: boolean;
        };
        AccountPageList: {
            data: components["schemas"]["AccountPage"][];
            count: number;
        };
        AdvanceClockRequest: {
            /** @description ISO 8601 duration of whole numbers, such as P30D or PT90M */
            advance: string;
        };
        AdvanceClockResponse: {
            /** @description The time that the tenant lives in now */
            now: string;
            advanced_seconds: number;
            /** @description How far the clock runs ahead in all */
            ahead_seconds: number;
            livemode: boolean;
        };
        ApiKey: {
            id: string;
            name: string;
            /** @description The key, shortened */
            preview: string;
            /** @description false: revoked or expired */
            is_active: boolean;
            /** @description Empty: everything */
            scopes: string[];
            /** @description Empty: all */
            brand_ids: string[];
            /** @description Empty: any */
            allowed_ips: string[];
            /** Format: date-time */
            expires_at?: string;
            /**
             * Format: date-time
             * @description Noted once a minute
             */
            last_used_at?: string;
            /** Format: date-time */
            created_at: string;
            livemode: boolean;
        };
        ApiKeyList: components["schemas"]["Page"] & {
            data: components["schemas"]["ApiKey"][];
        };
        AssignPageRequest: {
            brand_id: string;
        };
        AssignPageResponse: {
            account_id: string;
            brand_id: string;
            platform_page_id: string;
            livemode: boolean;
        };
        AssignPageResponsePreview: components["schemas"]["AssignPageResponse"] & components["schemas"]["DryRun"];
        Attachment: {
            type: string;
            url?: string;
        };
        AttachmentInput: {
            /** @enum {string} */
            source_type: "media_id" | "url" | "platform_attachment_id";
            source: string;
            /** @enum {string} */
            type?: "image" | "video" | "audio" | "file";
        };
        Attempt: {
            account_id: string;
            platform: components["schemas"]["Platform"];
            /** @enum {string} */
            action: "publish" | "segment" | "first_comment" | "remove" | "edit" | "reply";
            action_id: string;
            /** @description Which attempt of the action */
            attempt: number;
            /** @description Which step of the attempt */
            step: number;
            /** @description claimed, prepared, sending, reconciling, unknown, throttled, not_ready, published, rejected, unconfirmed … */
            state: string;
            at: string;
            /** @description The evidence: what the platform answered, which key or item proves it */
            detail: {
                [key: string]: unknown;
            };
            /** @description The X-Request-ID of the request that caused the action; lines of the log carry it */
            request_id?: string;
            livemode: boolean;
        };
        AttemptList: components["schemas"]["Page"] & {
            data: components["schemas"]["Attempt"][];
        };
        Author: {
            id: string;
            name: string;
            username?: string;
            avatar_url?: string;
        };
        Board: {
            id: string;
            /** @description The same as id */
            board_id: string;
            name: string;
            /** @enum {string} */
            privacy: "PUBLIC" | "PROTECTED" | "SECRET";
        };
        BoardList: {
            data: components["schemas"]["Board"][];
            count: number;
        };
        BoardPreview: components["schemas"]["Board"] & components["schemas"]["DryRun"];
        Brand: {
            id: string;
            name: string;
            accounts_count: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description IANA zone; the workspace’s unless the brand has its own */
            timezone: string;
            logo_media_id?: string;
            /** @description Works for an hour without a key */
            logo_url?: string;
            livemode: boolean;
        };
        BrandList: components["schemas"]["Page"] & {
            data: components["schemas"]["Brand"][];
        };
        BrandPreview: components["schemas"]["Brand"] & components["schemas"]["DryRun"];
        BusinessProfile: {
            about?: string;
            address?: string;
            description?: string;
            email?: string;
            messaging_product: string;
            profile_picture_url?: string;
            /** @description One of OTHER, AUTO, BEAUTY, APPAREL, EDU, ENTERTAIN, EVENT_PLAN, FINANCE, GROCERY, GOVT, HOTEL, HEALTH, NONPROFIT, PROF_SERVICES, RETAIL, TRAVEL, RESTAURANT, ALCOHOL, ONLINE_GAMBLING, PHYSICAL_GAMBLING, OTC_DRUGS */
            vertical?: string;
            websites?: string[];
            livemode: boolean;
        };
        ChangedConversation: {
            ok: boolean;
            success: boolean;
            data: components["schemas"]["Conversation"];
        };
        Collaborator: {
            id: string;
            username: string;
            /** @enum {string} */
            status: "accepted" | "pending" | "declined";
        };
        CollaboratorList: {
            data: components["schemas"]["Collaborator"][];
            count: number;
        };
        Comment: {
            id: string;
            inbox_post_id: string;
            platform_id: string;
            platform: components["schemas"]["Platform"];
            account_id: string;
            text: string;
            /** @description The platform’s id of the person */
            author_id: string;
            author_name?: string;
            author_username?: string;
            author_picture?: string;
            /** @description The account itself wrote it */
            is_owner: boolean;
            like_count: number;
            /** @description Answers of anybody to it */
            reply_count: number;
            has_replies: boolean;
            /** @description Hidden from others on the platform */
            is_hidden: boolean;
            /** @description The account likes it */
            is_liked: boolean;
            /** @description The same as is_liked */
            liked_by_viewer: boolean;
            /** @description The comment that it answers; absent at the top */
            parent_id?: string;
            /** @enum {string} */
            moderation_status?: "published" | "held_for_review" | "likely_spam" | "rejected";
            /** Format: date-time */
            created_at: string;
            capabilities: {
                /** @description The platform takes replies to it */
                can_reply: boolean;
                can_delete: boolean;
                can_hide: boolean;
                can_like: boolean;
                /** @description A direct message to its author may answer it, once */
                can_private_reply: boolean;
            };
            livemode: boolean;
        };
        CommentList: components["schemas"]["Page"] & {
            data: components["schemas"]["Comment"][];
        };
        ConnectAccountRequest: {
            platform: components["schemas"]["Platform"];
            /** @description The brand that gets the account; default: a new brand */
            brand_id?: string;
            /** @description Where the browser goes at the end; default: a page of this service that shows the result */
            redirect_uri?: string;
            /** @description Returned unchanged to redirect_uri */
            state?: string;
            /** @description What the platform needs: bot_token (Telegram), instance (Mastodon), handle or identifier and app_password (Bluesky); redirect_uri, where you exchange the code yourself */
            metadata?: {
                [key: string]: unknown;
            };
        };
        ConnectAccountResponse: {
            auth_url?: string;
            state?: string;
            message?: string;
            account_id?: string;
            brand_id?: string;
            platform?: components["schemas"]["Platform"];
            username?: string;
            display_name?: string;
            metadata?: {
                [key: string]: unknown;
            };
            livemode?: boolean;
        };
        ConnectAccountResponsePreview: components["schemas"]["ConnectAccountResponse"] & components["schemas"]["DryRun"];
        ConnectedAccount: {
            account_id: string;
            brand_id: string;
            platform: components["schemas"]["Platform"];
            username: string;
            display_name: string;
            metadata?: {
                [key: string]: unknown;
            };
            livemode: boolean;
        };
        ConnectedAccountEvent: {
            account_id: string;
            brand_id: string;
            platform: components["schemas"]["Platform"];
            platform_user_id: string;
            username: string;
            display_name: string;
            /** @description Empty: not known, like the following ones */
            profile_picture_url: string;
            bio: string;
            profile_url: string;
            user_email: string;
            /** Format: date-time */
            connected_at: string;
        };
        ConnectedAccountList: {
            account_id?: string;
            brand_id?: string;
            platform?: components["schemas"]["Platform"];
            username?: string;
            display_name?: string;
            metadata?: {
                [key: string]: unknown;
            };
            livemode?: boolean;
            data?: components["schemas"]["ConnectedAccount"][];
            count?: number;
        };
        ConnectedAccountListPreview: components["schemas"]["ConnectedAccountList"] & components["schemas"]["DryRun"];
        Conversation: {
            id: string;
            /** @description The id of the workspace */
            user_id: string;
            account_id: string;
            /** @description The page of the account, where it has several */
            page_id?: string;
            platform: components["schemas"]["Platform"];
            platform_id: string;
            /** @description The platform’s id of the person */
            participant_id: string;
            participant_name: string;
            participant_picture?: string;
            /** @description The text of the newest message */
            last_message?: string;
            /** Format: date-time */
            last_message_at?: string;
            /**
             * Format: date-time
             * @description Opens the window for free messages, where the platform has one
             */
            last_incoming_at?: string;
            /**
             * Format: date-time
             * @description When free messages end; absent where there is no window
             */
            window_closes_at?: string;
            /** @enum {string} */
            status: "active" | "archived";
            unread_count: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            capabilities: {
                can_send: boolean;
                can_send_attachments: boolean;
                /** @description Quick replies, buttons and cards */
                can_send_interactive: boolean;
                /** @description Templates that the platform has approved */
                can_send_templates: boolean;
            };
            livemode: boolean;
        };
        ConversationList: components["schemas"]["Page"] & {
            data: components["schemas"]["Conversation"][];
        };
        CreateBoardRequest: {
            name: string;
            description?: string;
            /**
             * @description PUBLIC when absent
             * @enum {string}
             */
            privacy?: "PUBLIC" | "PROTECTED" | "SECRET";
        };
        CreateBrandRequest: {
            name: string;
        };
        CreateCheckoutRequest: {
            /** @enum {string} */
            plan: "starter" | "pro" | "business";
            /**
             * @default monthly
             * @enum {string}
             */
            interval?: "monthly" | "annual";
            /** @description Where the browser goes after the payment; {CHECKOUT_SESSION_ID} in it becomes the id */
            success_url?: string;
            /** @description Where the browser goes without a payment */
            cancel_url?: string;
        };
        CreateCheckoutResponse: {
            /** @description For GET /v1/billing/checkout/status; empty on a dry run */
            id: string;
            /** @description The page, for one day; empty on a dry run */
            url: string;
            livemode: boolean;
        };
        CreateCheckoutResponsePreview: components["schemas"]["CreateCheckoutResponse"] & components["schemas"]["DryRun"];
        CreateExportRequest: {
            /**
             * @description Also what is said in the videos
             * @default false
             */
            include_transcript?: boolean;
            /**
             * @description Also what the videos show
             * @default false
             */
            include_vision?: boolean;
            /**
             * Format: date-time
             * @description Only what was published from then on, at most 1827 days before its end
             */
            from?: string;
            /**
             * Format: date-time
             * @description Only what was published before
             */
            to?: string;
        };
        CreateInviteRequest: {
            brand_id: string;
            platform: components["schemas"]["Platform"];
            /** @enum {integer} */
            expires_in_days: 1 | 3 | 7 | 14 | 30;
        };
        CreateKeyRequest: {
            /** @description For people */
            name: string;
            /** @description What the key may do; empty: everything */
            scopes?: ("accounts:read" | "accounts:manage" | "posts:read" | "posts:write" | "media:read" | "media:write" | "inbox:read" | "inbox:write" | "dms:read" | "dms:send" | "webhooks:manage" | "analytics:read")[];
            /** @description The brands that the key reaches; empty: all */
            brand_ids?: string[];
            /** @description When the key ends by itself; null: never */
            expires_at?: string | null;
            /** @description Addresses and CIDR blocks that the key may be used from; empty: any */
            allowed_ips?: string[];
        };
        CreatePortalRequest: {
            /** @description Where the page leads back to */
            return_url?: string;
        };
        CreatePortalResponse: {
            /** @description Good for minutes; empty on a dry run */
            url: string;
            livemode: boolean;
        };
        CreatePortalResponsePreview: components["schemas"]["CreatePortalResponse"] & components["schemas"]["DryRun"];
        CreatePostRequest: {
            /** @description `GET /v1/platforms` tells how long it may be on each platform */
            text?: string;
            /** @description For platforms whose posts have titles */
            title?: string;
            /** @description Files in their order; wins over media_ids */
            media?: components["schemas"]["MediaInput"][];
            /** @description Media ids; an http(s) address counts as a media item of source_type url */
            media_ids?: string[];
            visibility?: components["schemas"]["Visibility"];
            /** @description Posted under the published post, best effort */
            first_comment?: string;
            /**
             * Format: date-time
             * @description Without an offset it is wall time in `timezone`, or UTC when the post has none
             */
            scheduled_at?: string;
            /** @description IANA zone of a scheduled_at without offset, such as Europe/Berlin */
            timezone?: string;
            /** @description Further parts of a thread, on platforms that have threads; a text alone is a part too */
            segments?: (string | components["schemas"]["SegmentInput"])[];
            /** @description Publish at once; wins over scheduled_at */
            publish_now?: boolean;
            /** @description true allows the same content again within two minutes */
            skip_duplicate_check?: boolean;
            /** @description true leaves out the limits of platforms, except those of media sources */
            skip_validation?: boolean;
            /** @description Options by platform name */
            platform_data?: {
                [key: string]: {
                    [key: string]: unknown;
                };
            };
            targets?: components["schemas"]["TargetInput"][];
            /** @description Older form of targets */
            account_ids?: string[];
        };
        CreateRedirectUriRequest: {
            /** @description Compared letter by letter */
            uri: string;
            /** @description For you; browsers do not see it */
            label?: string;
        };
        CreateReplayRequest: {
            /**
             * @description failed: deliveries that failed; all: every event that the endpoint subscribes to, delivered or not
             * @enum {string}
             */
            kind: "failed" | "all";
            /**
             * Format: date-time
             * @description Events from this time on; at most as old as the plan keeps events
             */
            since: string;
            /**
             * Format: date-time
             * @description Events before this time; default: now
             */
            until?: string;
            /** @description Events of these types only */
            event_types?: components["schemas"]["EventType"][];
        };
        CreateTemplateRequest: {
            /** @description Lower-case letters, digits and underscores */
            name: string;
            /** @description Such as en_US */
            language: string;
            /** @enum {string} */
            category: "MARKETING" | "UTILITY" | "AUTHENTICATION";
            components: components["schemas"]["TemplateComponent"][];
        };
        CreateTemplateResponse: {
            id: string;
            status: string;
            category: string;
        };
        CreateTemplateResponsePreview: components["schemas"]["CreateTemplateResponse"] & components["schemas"]["DryRun"];
        CreateWebhookRequest: {
            /** @description An https address; test keys may use https://simulator.test/receiver/NAME */
            url: string;
            events: components["schemas"]["EventType"][];
            /** @description For people; up to 500 characters */
            description?: string | null;
            /** @description Only events of these brands; null: of all */
            brand_ids?: string[] | null;
            /** @description Only events of these accounts; null: of all */
            account_ids?: string[] | null;
            /** @description Only events of accounts on these platforms; null: of all */
            platforms?: components["schemas"]["Platform"][] | null;
            headers?: {
                [key: string]: string;
            } | null;
            /** @description Your own secret: whsec_ and base64 of 24 to 64 bytes, or 16 to 256 visible ASCII characters; without it, one is made */
            secret?: string;
        };
        CreateWebhookResponse: components["schemas"]["UpdateWebhookResponse"] & {
            /** @description Signs every message to this address; shown this once. A dry run makes none */
            secret?: string;
            message: string;
        };
        CreateWebhookResponsePreview: components["schemas"]["CreateWebhookResponse"] & components["schemas"]["DryRun"];
        CreatorInfo: {
            platform: components["schemas"]["Platform"];
            nickname: string;
            avatar_url: string;
            /** @description False while the platform accepts no post of this creator */
            can_post: boolean;
            /** @description Longest video of this creator in seconds; 0 when the platform does not say */
            max_video_duration_sec: number;
            /** @description Allowed values of platform_data.privacy_level */
            privacy_level_options: string[];
            interaction_settings: {
                comment_disabled: boolean;
                duet_disabled: boolean;
                stitch_disabled: boolean;
            };
        };
        DeadLetter: {
            id: string;
            /** @enum {string} */
            kind: "delivery" | "callback" | "action";
            platform?: components["schemas"]["Platform"];
            account_id?: string;
            /** @description The webhook endpoint, account or post of this work */
            resource_id: string;
            attempts: number;
            error: string;
            /** Format: date-time */
            created_at: string;
            livemode: boolean;
        };
        DeadLetterList: components["schemas"]["Page"] & {
            data: components["schemas"]["DeadLetter"][];
        };
        DeleteCommentResponse: {
            success: boolean;
        };
        DeleteMeResponse: {
            ok: boolean;
        };
        DeletePostResponse: {
            success: boolean;
            /** @description Nothing of the post is left */
            deleted: boolean;
            results: {
                platform: components["schemas"]["Platform"];
                account_id: string;
                /** @enum {string} */
                outcome: "deleted" | "not_supported" | "failed";
                message?: string;
            }[];
        };
        DeleteWebhookResponse: {
            ok: boolean;
        };
        DeletedPost: {
            post_id: string;
            was_status: string;
        };
        Delivery: {
            id: string;
            /** @description The webhook-id of the message; absent when the event is gone */
            event_id?: string;
            event_type: string;
            status: components["schemas"]["DeliveryStatus"];
            /** @description The replay that queued it last */
            replay_id?: string;
            attempt_count: number;
            /**
             * Format: date-time
             * @description Absent while it is being sent and when it is over
             */
            next_attempt_at?: string;
            response_status_code?: number;
            /** @description Milliseconds that the endpoint took */
            response_duration_ms?: number;
            description: string;
            /** Format: date-time */
            created_at: string;
            livemode: boolean;
        };
        DeliveryAttempt: {
            attempt_number: number;
            status_code?: number;
            /** @description The first 64 KiB of the answer */
            response_body?: string;
            /**
             * @description Why the attempt failed, in one word; absent on success
             * @enum {string}
             */
            reason?: "blocked" | "dns" | "refused" | "unreachable" | "tls" | "timeout" | "reset" | "protocol" | "network" | "status" | "redirect" | "gone" | "event_expired" | "interrupted";
            /** @description The reason as a sentence */
            error_message?: string;
            duration_ms: number;
            /** Format: date-time */
            created_at: string;
        };
        DeliveryCounts: {
            delivered: number;
            failed: number;
        };
        DeliveryDetail: components["schemas"]["Delivery"] & {
            endpoint_id: string;
            /** @description The body that is sent; absent when the event is past its retention */
            payload?: {
                [key: string]: unknown;
            };
            attempts: components["schemas"]["DeliveryAttempt"][];
        };
        DeliveryList: components["schemas"]["Page"] & {
            data: components["schemas"]["Delivery"][];
        };
        /** @enum {string} */
        DeliveryStatus: "pending" | "success" | "failed";
        DisabledWebhookEvent: {
            webhook_id: string;
            url: string;
            /**
             * @description gone: it answered 410. failing: it has only failed for days
             * @enum {string}
             */
            reason: "gone" | "failing";
            failing_since?: string;
        };
        DisconnectedAccountEvent: {
            account_id: string;
            platform: components["schemas"]["Platform"];
            /**
             * @description access_revoked: the platform took the access away. disconnected: somebody disconnected it here
             * @enum {string}
             */
            reason: "access_revoked" | "disconnected";
            /** @description true: the account is still here and works again when it is connected anew */
            reconnect_required?: boolean;
        };
        DryRun: {
            /** @constant */
            dry_run: true;
            /** @description What the request would have taken of the plan */
            cost?: {
                posts?: number;
                interactions?: number;
            };
            /** @description true: an equal request is unfinished or just ended, so this one would answer its outcome */
            joins?: boolean;
        };
        EditReviewReplyRequest: {
            /** @description Must be the account of the review, where it is given */
            account_id?: string;
            text: string;
        };
        EditTemplateRequest: {
            components: components["schemas"]["TemplateComponent"][];
        };
        EditYoutubeCommentRequest: {
            account_id: string;
            /** @description The video: our id or YouTube’s */
            post_id: string;
            text: string;
        };
        Error: {
            /** @description What went wrong, for people */
            error: string;
            code: components["schemas"]["ErrorCode"];
            request_id?: string;
            /** @description A finer code below `code` */
            detail_code?: string;
            /** @description Facts, such as `field`, `max`, `retry_after` */
            meta?: {
                [key: string]: unknown;
            };
        };
        /** @enum {string} */
        ErrorCode: "missing_metadata" | "unsupported_platform" | "invalid_request" | "webhook_verification_failed" | "window_closed" | "private_reply_ineligible" | "unauthorized" | "invalid_token" | "invalid_credentials" | "past_due" | "insufficient_scope" | "dashboard_only" | "brand_limit_reached" | "reconnection_required" | "permission_denied" | "account_not_found" | "not_found" | "method_not_allowed" | "account_already_linked" | "conflict" | "idempotency_key_in_use" | "gone" | "credentials_missing" | "storage_quota_exceeded" | "payload_too_large" | "unsupported_media_type" | "all_targets_failed" | "unsupported_source" | "mixing_unsupported" | "idempotency_key_reused" | "rate_limit_exceeded" | "platform_rate_limit" | "export_limit" | "export_cooldown" | "export_concurrent" | "too_many_requests" | "internal_error" | "not_supported" | "platform_error" | "unavailable" | "platform_timeout" | "storage_unavailable";
        Event: {
            /** @description The same on every way out, so that a repeated event can be recognised */
            id: string;
            type: string;
            /** @description Counts the events of the tenant without gaps */
            seq: number;
            /** Format: date-time */
            created_at: string;
            /** @description GET /v1/webhooks/events describes it for each type */
            data: {
                [key: string]: unknown;
            };
            livemode: boolean;
            /** @description The brand at that time; null: an event of several brands or of the workspace, or an old one */
            brand_id: string | null;
            /** @enum {string} */
            category: "posts" | "inbox" | "accounts";
            /** @enum {string} */
            status: "ok" | "failed";
            platform?: components["schemas"]["Platform"];
            account_id?: string;
            resource_id?: string;
            /** @description One sentence for people */
            summary: string;
            error_category?: string;
            error_message?: string;
            /** @description The X-Request-ID of the request that caused it; a callback of a platform has one too */
            request_id?: string;
            /** @description The older name of type */
            action: string;
            /** @description The older name of data */
            metadata: {
                [key: string]: unknown;
            };
        };
        EventKind: {
            event: components["schemas"]["EventType"];
            /** @enum {string} */
            category: "posts" | "inbox" | "accounts";
            description: string;
            /** @description The JSON Schema of its data */
            schema: {
                [key: string]: unknown;
            };
            /** @description An example of its data */
            example: {
                [key: string]: unknown;
            };
        };
        EventKindList: {
            data: components["schemas"]["EventKind"][];
            count: number;
        };
        EventList: components["schemas"]["Page"] & {
            data: components["schemas"]["Event"][];
            /** @description The same array as data */
            events: components["schemas"]["Event"][];
            /** @description Older events are hidden */
            retention_days: number;
        };
        /** @enum {string} */
        EventType: "comment.received" | "dm.received" | "dm.sent" | "dm.referral" | "dm.postback" | "dm.status.sent" | "dm.status.delivered" | "dm.status.read" | "dm.status.failed" | "review.received" | "mention.received" | "post.scheduled" | "post.published" | "post.partial" | "post.failed" | "post.unconfirmed" | "post.updated" | "post.deleted" | "post.unpublished" | "post.retried" | "account.connected" | "account.disconnected" | "account.token_expiring" | "page.removed" | "webhook.disabled";
        ExchangeCodeRequest: {
            /** @description Optional, because the state knows it */
            platform?: components["schemas"]["Platform"];
            /** @description As the platform sent it to your page */
            code: string;
            /** @description The same as metadata.state */
            state?: string;
            /** @description state: the one that connecting gave; redirect_uri: as it was given there; WhatsApp: waba_id, phone_number_id and business_id, as the signup window told them */
            metadata?: {
                [key: string]: unknown;
            };
        };
        ExchangeCodeResponse: {
            connection_id?: string;
            platform?: components["schemas"]["Platform"];
            profiles?: components["schemas"]["ProfileChoice"][];
            /** @description Instead of profiles, on platforms with pages */
            pages?: components["schemas"]["PendingPage"][];
            /** @description The login that the pages share */
            login_id?: string;
            /** @description Your pages that this login no longer reaches */
            lost_access?: components["schemas"]["LostPage"][];
            livemode?: boolean;
            /** @constant */
            status?: "selection_required";
            data?: unknown[];
            /** @constant */
            count?: 0;
            account_id?: string;
            brand_id?: string;
            username?: string;
            display_name?: string;
            metadata?: {
                [key: string]: unknown;
            };
        };
        ExpiringTokenEvent: {
            account_id: string;
            platform: components["schemas"]["Platform"];
            username: string;
            /** Format: date-time */
            token_expires_at: string;
        };
        Export: components["schemas"]["ExportItem"] & {
            /**
             * Format: uri
             * @description The workbook, or the table when there is none; works for an hour without a key
             */
            download_url?: string;
            /**
             * Format: uri
             * @description The report; works for an hour without a key
             */
            report_url?: string;
            /** @description Present while the files are there */
            result?: {
                /** Format: uri */
                excel_url?: string;
                /** Format: uri */
                report_url?: string;
                /** Format: uri */
                pdf_url?: string;
                /** Format: uri */
                csv_url?: string;
                /** Format: uri */
                jsonl_url?: string;
            };
        };
        ExportItem: {
            id: string;
            account_id: string;
            platform: components["schemas"]["Platform"];
            /** @enum {string} */
            status: "pending" | "processing" | "completed" | "failed" | "cancelled";
            /** @enum {string} */
            stage: "listing" | "numbers" | "comments" | "transcripts" | "vision" | "writing" | "done";
            /** @description Videos, or posts on platforms without videos */
            total_videos: number;
            /** @description Those that were read completely */
            processed_videos: number;
            /** @description 1: done */
            progress: number;
            estimated_seconds_left?: number;
            /** @description The platform accepts no more calls before this time */
            waits_until?: string;
            include_transcript: boolean;
            include_vision: boolean;
            from?: string;
            to?: string;
            counts: {
                numbers: number;
                comments: number;
                /** @description Videos whose comments were read */
                comments_of_videos: number;
                transcripts: number;
                vision: number;
            };
            /** @description What could not be read, each as a sentence */
            missing: string[];
            error?: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            completed_at?: string;
            /**
             * Format: date-time
             * @description From then on files and content are gone
             */
            expires_at?: string;
            livemode: boolean;
        };
        ExportItemList: components["schemas"]["Page"] & {
            data: components["schemas"]["ExportItem"][];
            /** @description The same array as data */
            exports: components["schemas"]["ExportItem"][];
        };
        ExportItemPreview: components["schemas"]["ExportItem"] & components["schemas"]["DryRun"];
        ExportVideo: {
            /** @description The same as platform_video_id */
            id: string;
            platform: components["schemas"]["Platform"];
            platform_video_id: string;
            title?: string;
            description?: string;
            /** @description The same as share_url */
            url?: string;
            share_url?: string;
            cover_image_url?: string;
            create_time?: string;
            duration_seconds?: number;
            width?: number;
            height?: number;
            view_count?: number;
            like_count?: number;
            comment_count?: number;
            share_count?: number;
            /** @description All numbers that the platform tells */
            metrics: {
                [key: string]: number;
            };
            transcript?: string;
            transcript_lang?: string;
            /** @description Why there is no transcript */
            transcript_missing?: string;
            vision_summary?: string;
            vision_category?: string;
            /** @description Subjects that the video shows */
            vision_elements?: string[];
            vision?: {
                text_on_screen: string[];
                hook: string;
                /** @enum {string} */
                brand_safety: "safe" | "caution" | "unsafe";
            };
            /** @description Why the pictures were not analysed */
            vision_missing?: string;
        };
        ExportVideoList: components["schemas"]["Page"] & {
            data: components["schemas"]["ExportVideo"][];
            account_id: string;
            platform: components["schemas"]["Platform"];
            /** @description The same array as data: videos, or posts, newest first */
            videos: components["schemas"]["ExportVideo"][];
        };
        GetAccountLimitsResponse: {
            [key: string]: number;
        };
        GetAccountSummaryResponse: {
            account_id: string;
            platform: components["schemas"]["Platform"];
            /** @description When the platform was asked; null before the first time */
            as_of: string | null;
            /** @description The zone whose days are counted */
            timezone: string;
            /** @description A number that the platform does not tell is absent */
            metrics: {
                followers?: number;
                following?: number;
                posts?: number;
                likes?: number;
                views?: number;
            };
            /** @description Sums of the days; `followers` is the newest number. `reach` is absent, because it cannot be added up */
            last_30_days: {
                followers?: number;
                follower_change?: number;
                impressions?: number;
                views?: number;
                reach?: number;
                likes?: number;
                comments?: number;
                shares?: number;
                saves?: number;
                clicks?: number;
            };
            previous_30_days: {
                followers?: number;
                follower_change?: number;
                impressions?: number;
                views?: number;
                reach?: number;
                likes?: number;
                comments?: number;
                shares?: number;
                saves?: number;
                clicks?: number;
            };
        };
        GetBestTimesResponse: {
            account_id: string;
            /** @description 168 hours, from Monday 0 to Sunday 23 */
            data: {
                /** @enum {string} */
                weekday: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
                hour: number;
                posts: number;
                /** @description The mean over the posts; absent when no post has one */
                engagement_rate?: number;
            }[];
            count: number;
            /**
             * @description By the number of posts: low below 30, high from 150
             * @enum {string}
             */
            confidence: "low" | "medium" | "high";
            /** @description The first day, such as 2027-01-31 */
            from: string;
            /** @description The last day; it belongs to the period */
            to: string;
            /** @description Days and hours are those of this IANA time zone */
            timezone: string;
            livemode: boolean;
        };
        GetBrandAnalyticsResponse: {
            brand_id: string;
            account_ids: string[];
            /** @description Oldest first; days without numbers are left out. Weeks begin on Monday */
            series: components["schemas"]["MetricsOverTime"][];
            /** @description followers is the newest number, every other metric a sum */
            totals: components["schemas"]["Metrics"];
            /** @description The totals of as many days before, with compare=previous */
            previous?: components["schemas"]["Metrics"];
            /** @description Metrics that are told by day but cannot be added up */
            not_summed: string[];
            /** @description The first day, such as 2027-01-31 */
            from: string;
            /** @description The last day; it belongs to the period */
            to: string;
            /** @description Days and hours are those of this IANA time zone */
            timezone: string;
            livemode: boolean;
        };
        GetCheckoutStatusResponse: {
            id: string;
            /** @enum {string} */
            status: "open" | "complete" | "expired";
            is_paid: boolean;
            /**
             * @description The plan of the checkout
             * @enum {string}
             */
            plan?: "starter" | "pro" | "business";
            /** @enum {string} */
            interval?: "monthly" | "annual";
            /** @description Whether the workspace has a subscription to this plan now */
            is_active: boolean;
            livemode: boolean;
        };
        GetConversationResponse: {
            data: components["schemas"]["Conversation"];
        };
        GetEventsSummaryResponse: {
            from: string;
            to: string;
            total: number;
            /** @description In the period of the same length before `from`, as far as it is kept */
            total_previous: number;
            /** @description Events with the status failed */
            failed: number;
            by_category: {
                [key: string]: number;
            };
            by_error_category: {
                [key: string]: number;
            };
            /** @description Events of the inbox by their type */
            inbox_breakdown: {
                [key: string]: number;
            };
            /** @description Older events are hidden and not counted */
            retention_days: number;
            livemode: boolean;
        };
        GetInstagramSummaryResponse: {
            username: string;
            display_name: string;
            picture_url?: string;
            follower_count?: number;
            following_count?: number;
            media_count?: number;
            /** @description Start of the 30 days that the following numbers cover */
            period_start?: string;
            period_end?: string;
            reach?: number;
            views?: number;
            interactions?: number;
            accounts_engaged?: number;
            net_follows?: number;
        };
        GetLinkedinInsightsResponse: {
            data: {
                follower_count: number;
                posts: {
                    post_id: string;
                    text: string;
                    permalink: string;
                    /** Format: date-time */
                    created_at: string;
                    impressions: number;
                    unique_views: number;
                    likes: number;
                    comments: number;
                    shares: number;
                    clicks: number;
                    engagement_rate: number;
                }[];
            };
        };
        GetMediaStorageResponse: {
            used_bytes: number;
            /** @description -1 means unlimited */
            limit_bytes: number;
            count: number;
            livemode: boolean;
        };
        GetPhoneNumberStatusResponse: {
            verified: boolean;
            registered: boolean;
        };
        GetPinterestSummaryResponse: {
            username: string;
            profile_image?: string;
            follower_count?: number;
            pin_count?: number;
            board_count?: number;
            monthly_views?: number;
        };
        GetPostConstraintsResponse: {
            data: {
                [key: string]: components["schemas"]["PostConstraints"];
            };
        };
        GetPostMetricsResponse: {
            data: {
                post_id: string;
                targets: components["schemas"]["TargetMetrics"][];
            };
        };
        GetTestWorldResponse: {
            world: string;
            /** @description Base address of the world. Whoever knows it can use the world */
            url: string;
            livemode: boolean;
        };
        GetTiktokSummaryResponse: {
            username: string;
            display_name: string;
            avatar_url?: string;
            bio_description?: string;
            is_verified?: boolean;
            profile_deep_link?: string;
            follower_count?: number;
            following_count?: number;
            likes_count?: number;
            video_count?: number;
        };
        GetUploadUrlResponse: {
            media_id: string;
            /** Format: uri */
            upload_url: string;
            /** Format: date-time */
            expires_at: string;
        };
        GetWebhookResponse: components["schemas"]["Webhook"] & {
            /** @description The last four characters of the secret */
            secret_hint: string;
            /** @description Deliveries that ended, in whole hours */
            stats: {
                last_24h: components["schemas"]["DeliveryCounts"];
                last_7d: components["schemas"]["DeliveryCounts"];
            };
        };
        GetWebhookStatisticsResponse: {
            from: string;
            to: string;
            /** @description delivered, failed and pending */
            total: number;
            /** @description Deliveries that ended with a success in this period */
            delivered: number;
            /** @description Deliveries that ended without one, after all attempts */
            failed: number;
            /** @description Deliveries that wait now or are being sent; counted up to 10000 */
            pending: number;
            /** @description The share of delivered in delivered and failed, 0 to 1; absent without either */
            success_rate?: number;
            /** @description Half of the attempts took no longer; at most 10 % off; absent without attempts */
            p50_ms?: number;
            p99_ms?: number;
            /** @description Hours in which something was sent or ended, the first one first */
            by_hour: {
                hour: string;
                /** @description Messages sent, retries included */
                attempts: number;
                delivered: number;
                failed: number;
                /** @description Half of the attempts took no longer; at most 10 % off; absent without attempts */
                p50_ms?: number;
                p99_ms?: number;
            }[];
            livemode: boolean;
        };
        GetYoutubeSummaryResponse: {
            handle: string;
            title: string;
            thumbnail_url?: string;
            /** @description Absent when the channel hides it */
            subscriber_count?: number;
            video_count?: number;
            view_count?: number;
        };
        HideCommentRequest: {
            /** @description Needed only when several accounts published the post */
            account_id?: string;
        };
        HideCommentResponse: {
            success: boolean;
        };
        ImportPostsRequest: {
            /**
             * Format: binary
             * @description CSV (UTF-8, or UTF-16 with a mark) with at most 10000 rows. Columns by header, else in this order: text, title, account_ids, scheduled_at, visibility, first_comment, platform_data, board_id, timezone, media_urls. Several ids or addresses in one cell are separated by |. Only text is required; rows with scheduled_at are scheduled and cost one post each, the others become drafts
             */
            file: string;
        };
        ImportPostsResponse: {
            /** @description Rows that are not empty, without the header */
            total_rows: number;
            created: number;
            failed: number;
            errors: {
                /** @description As a spreadsheet counts: the first row of the file is 1 */
                row: number;
                /**
                 * @description The column
                 * @enum {string}
                 */
                field?: "text" | "title" | "account_ids" | "scheduled_at" | "visibility" | "first_comment" | "platform_data" | "board_id" | "timezone" | "media_urls";
                code: components["schemas"]["ErrorCode"];
                message: string;
            }[];
            /** @description What was done that may not have been meant */
            warnings: string[];
            /** @description The first 100 posts that were made, in the file's order */
            posts: components["schemas"]["Post"][];
        };
        InboxAnalytics: {
            received: number;
            answered: number;
            /** @description To the first answer; absent when nothing was answered */
            median_answer_seconds?: number;
            p90_answer_seconds?: number;
            /** @enum {string} */
            kind: "comments" | "messages" | "reviews" | "mentions";
            /** @description By the hour of the day in which the item came; hours without items are left out */
            by_hour: {
                received: number;
                answered: number;
                /** @description To the first answer; absent when nothing was answered */
                median_answer_seconds?: number;
                p90_answer_seconds?: number;
                hour: number;
            }[];
        };
        InboxAnalyticsList: {
            data: components["schemas"]["InboxAnalytics"][];
            count: number;
            /** @description The first day, such as 2027-01-31 */
            from: string;
            /** @description The last day; it belongs to the period */
            to: string;
            /** @description Days and hours are those of this IANA time zone */
            timezone: string;
            livemode: boolean;
        };
        InboxPost: {
            id: string;
            /** @description The id of the workspace */
            user_id: string;
            account_id: string;
            platform: components["schemas"]["Platform"];
            /** @description The platform’s id of the post */
            platform_id: string;
            /** @description Our post, when it was published through this service */
            post_id?: string;
            content: string;
            /** @description The address of a small image; empty when there is none */
            thumbnail: string;
            permalink: string;
            comment_count: number;
            like_count: number;
            /** Format: date-time */
            published_at?: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            livemode: boolean;
        };
        InboxPostList: components["schemas"]["Page"] & {
            data: components["schemas"]["InboxPost"][];
        };
        Interaction: {
            id: string;
            /** @enum {string} */
            type: "comment" | "dm" | "review" | "mention";
            platform: components["schemas"]["Platform"];
            account_id: string;
            /** @description The platform’s id of the item */
            platform_id: string;
            author: components["schemas"]["Author"];
            /** @description Of messages that left the account */
            recipient?: components["schemas"]["Author"];
            content: {
                text: string;
                media: {
                    url: string;
                    type: string;
                }[];
            };
            /** @description Of messages: reply_to, referral, quick_reply, template, and title and payload of a pressed button. Of reviews: rating. Of mentions: mention_type. Of an item that was removed before it arrived: removed */
            metadata: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            received_at: string;
            post_id?: string;
            /** @description The platform’s id of the post */
            platform_post_id?: string;
            permalink?: string;
            conversation_id?: string;
            is_reply: boolean;
            livemode: boolean;
        };
        Invite: {
            id: string;
            platform: components["schemas"]["Platform"];
            brand_id: string;
            /** @description The account that it connects again; absent: it connects a new one */
            account_id?: string;
            token: string;
            /** @description Send it to the owner of the account; it works once */
            url: string;
            is_active: boolean;
            /** @enum {string} */
            status: "active" | "used" | "expired" | "revoked";
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            created_at: string;
            livemode: boolean;
        };
        InviteList: components["schemas"]["Page"] & {
            data: components["schemas"]["Invite"][];
        };
        InvitePreview: components["schemas"]["Invite"] & components["schemas"]["DryRun"];
        LikeCommentRequest: {
            /** @description Needed only when several accounts published the post */
            account_id?: string;
        };
        LikeCommentResponse: {
            success: boolean;
        };
        ListAccountAnalyticsResponse: components["schemas"]["Page"] & {
            data: {
                account_id: string;
                platform: components["schemas"]["Platform"];
                username: string;
                /** @description Oldest first; days without numbers are left out. Weeks begin on Monday */
                series: components["schemas"]["MetricsOverTime"][];
                /** @description followers is the newest number, every other metric a sum */
                totals: components["schemas"]["Metrics"];
                /** @description The totals of as many days before, with compare=previous */
                previous?: components["schemas"]["Metrics"];
                /** @description Metrics that are told by day but cannot be added up */
                not_summed: string[];
            }[];
            /** @description The first day, such as 2027-01-31 */
            from: string;
            /** @description The last day; it belongs to the period */
            to: string;
            /** @description Days and hours are those of this IANA time zone */
            timezone: string;
            livemode: boolean;
        };
        ListAccountReviewsResponse: components["schemas"]["Page"] & {
            data: components["schemas"]["Review"][];
            summary: {
                /** @description 0 when there is no review */
                average_rating: number;
                total_count: number;
            };
            /** @enum {string} */
            status: "ok" | "reconnection_required" | "error";
        };
        ListAnnouncementsResponse: components["schemas"]["Page"] & {
            data: {
                id: string;
                /** @enum {string} */
                kind: "maintenance" | "incident" | "product_update" | "breaking_change";
                title: string;
                body: string;
                link_url?: string;
                link_label?: string;
                /** @description Of maintenance only */
                window_start?: string;
                /** @description Of maintenance only */
                window_end?: string;
                /** Format: date-time */
                created_at: string;
                seen: boolean;
                livemode: boolean;
            }[];
        };
        ListKeyScopesResponse: {
            data: {
                name: string;
                description: string;
                group: string;
            }[];
            count: number;
        };
        ListLoginPagesResponse: {
            login_id: string;
            pages: components["schemas"]["PendingPage"][];
            count: number;
            livemode: boolean;
        };
        ListPlansResponse: {
            plans: components["schemas"]["Plan"][];
        };
        LostPage: {
            platform_page_id: string;
            name: string;
            brand_id: string;
            brand_name: string;
        };
        MarkAnnouncementSeenResponse: {
            ok: boolean;
        };
        MediaInput: {
            /** @enum {string} */
            source_type: "media_id" | "url" | "platform_attachment_id";
            source: string;
            /** @enum {string} */
            type?: "image" | "video" | "audio" | "file";
            alt_text?: string;
        };
        MediaItem: {
            id: string;
            filename: string;
            /** @description As the content shows once the item is ready */
            content_type: string;
            size_bytes: number;
            /** @enum {string} */
            status: "pending" | "ready" | "failed";
            /** @description Works for an hour without a key; empty unless the item is ready */
            url: string;
            /** @enum {string} */
            kind?: "image" | "video" | "audio" | "file";
            width?: number;
            height?: number;
            duration_seconds?: number;
            /** @description Pictures a second */
            fps?: number;
            alt_text: string;
            folder: string;
            tags: string[];
            /** @description Why the item failed */
            error?: string;
            /** @description Copies of a video that platforms need, once one was asked for */
            renditions?: components["schemas"]["Rendition"][];
            /** Format: date-time */
            created_at: string;
            livemode: boolean;
        };
        MediaItemList: components["schemas"]["Page"] & {
            data: components["schemas"]["MediaItem"][];
        };
        MediaLimits: {
            /** @description Every post needs media */
            required: boolean;
            items_max: number;
            /** @description Fewest images of a post that has images */
            images_min: number;
            images_max: number;
            videos_max: number;
            /** @description Images and videos may be in one post */
            mixed: boolean;
            image_types: string[];
            /** @description Sometimes taken: a warning only */
            image_types_uncertain: string[];
            video_types: string[];
            image_bytes_max: number;
            /** @description A GIF that stands alone, where it differs */
            gif_bytes_max: number;
            video_bytes_max: number;
            video_seconds_min: number;
            video_seconds_max: number;
            video_fps_max: number;
            sources: ("media_id" | "url" | "platform_attachment_id")[];
            /** @description A platform_attachment_id must be the only item */
            attachment_alone: boolean;
        };
        Mention: components["schemas"]["Interaction"] & {
            capabilities: {
                can_reply: boolean;
            };
        };
        MentionList: components["schemas"]["Page"] & {
            data: components["schemas"]["Mention"][];
        };
        Message: {
            id: string;
            conversation_id: string;
            account_id: string;
            platform: components["schemas"]["Platform"];
            /** @description Absent until the platform has accepted the message */
            platform_id?: string;
            /** @enum {string} */
            direction: "incoming" | "outgoing";
            text?: string;
            /** @description The platform’s id of who wrote it */
            sender_id: string;
            sender_name: string;
            /** @description Of the first attachment */
            attachment_type?: string;
            /** @description Of the first attachment */
            attachment_url?: string;
            attachments: components["schemas"]["Attachment"][];
            /** @description Referral, postback, the message that it answers, and what was sent beside the text */
            metadata: {
                [key: string]: unknown;
            };
            reactions: {
                person_id: string;
                emoji: string;
                /** Format: date-time */
                created_at: string;
            }[];
            /** @description Of outgoing messages; absent while it is sent */
            status?: components["schemas"]["MessageStatus"];
            /** Format: date-time */
            status_updated_at?: string;
            error?: {
                code: string;
                message: string;
            };
            /** Format: date-time */
            edited_at?: string;
            is_deleted: boolean;
            /** Format: date-time */
            created_at: string;
            livemode: boolean;
        };
        MessageButton: {
            /** @enum {string} */
            type: "url" | "postback";
            title: string;
            /** Format: uri */
            url?: string;
            payload?: string;
        };
        MessageCard: {
            title: string;
            subtitle?: string;
            /** Format: uri */
            image_url?: string;
            buttons?: components["schemas"]["MessageButton"][];
        };
        MessageLimits: {
            text_length_max: number;
            attachments: ("image" | "video" | "audio" | "file")[];
            /** @description Quick replies, buttons and cards */
            interactive: boolean;
            /** @description A message may answer a single message */
            reply_to: boolean;
            /** @description Values of message_tag */
            tags: string[];
            /** @description Free messages after the person’s last one; absent: no limit */
            window_hours?: number;
            tag_window_hours?: number;
            /** @description What reaches us beside the messages themselves */
            reports: ("delivered" | "read" | "failed" | "postback" | "referral" | "reaction" | "edit" | "removal")[];
        };
        MessageList: components["schemas"]["Page"] & {
            data: components["schemas"]["Message"][];
        };
        /** @enum {string} */
        MessageStatus: "sent" | "delivered" | "read" | "failed" | "unconfirmed";
        MessageStatusEvent: {
            /** @enum {string} */
            status: "sent" | "delivered" | "read" | "failed";
            /** @description The platform's ids of the messages */
            mids: string[];
            message_ids: string[];
            conversation_id: string;
            /** @description The platform's id of the person */
            recipient_id: string;
            account_id: string;
            platform: components["schemas"]["Platform"];
            error?: {
                code: string;
                message: string;
            };
            livemode: boolean;
        };
        /** @description A metric that the platform does not tell is absent, never 0 */
        Metrics: {
            impressions?: number;
            views?: number;
            reach?: number;
            likes?: number;
            comments?: number;
            shares?: number;
            saves?: number;
            clicks?: number;
            followers?: number;
            follower_change?: number;
            /** @description The sum of the likes, comments, shares, saves and clicks that are known */
            engagement?: number;
            /** @description engagement divided by rate_base, both of the days and accounts that tell the base */
            engagement_rate?: number;
            /**
             * @description What engagement is divided by
             * @enum {string}
             */
            rate_base?: "reach" | "impressions" | "views";
        };
        MetricsOverTime: components["schemas"]["Metrics"] & {
            /** @description The first day of the day, week or month */
            date: string;
        };
        MetricsSnapshot: {
            /** Format: date-time */
            taken_at: string;
            metrics: {
                impressions?: number;
                views?: number;
                reach?: number;
                likes?: number;
                comments?: number;
                shares?: number;
                saves?: number;
                clicks?: number;
            };
        };
        ModerateYoutubeCommentRequest: {
            account_id: string;
            /** @description The video: our id or YouTube’s */
            post_id: string;
            /** @enum {string} */
            status: "published" | "held_for_review" | "rejected";
            /** @description Hides future comments of the author; with status rejected only */
            ban_author?: boolean;
        };
        NewApiKey: components["schemas"]["ApiKey"] & {
            /** @description The key itself; shown this once. A dry run makes none */
            raw_key?: string;
            message: string;
        };
        NewApiKeyPreview: components["schemas"]["NewApiKey"] & components["schemas"]["DryRun"];
        OwnApp: {
            /** @description Empty for the default set */
            brand_id: string;
            /** @description The first six characters of the client id */
            client_id_hint: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            livemode: boolean;
        };
        OwnAppList: components["schemas"]["Page"] & {
            data: components["schemas"]["OwnApp"][];
        };
        Page: {
            /** @description Items on this page */
            count: number;
            /** @description Absent on the last page */
            cursor?: string;
            /** @description The same value as cursor */
            next_cursor?: string;
            pagination: components["schemas"]["Pagination"];
        };
        Pagination: {
            limit: number;
            has_more: boolean;
            /** @description The same value as cursor */
            next_cursor?: string;
        };
        ParticipantProfile: {
            id: string;
            name?: string;
            username?: string;
            profile_pic?: string;
            follower_count?: number;
            is_verified_user?: boolean;
            /** @description They follow the account */
            is_user_follow_business?: boolean;
            /** @description The account follows them */
            is_business_follow_user?: boolean;
        };
        PendingConnection: {
            connection_id: string;
            platform: components["schemas"]["Platform"];
            profiles?: components["schemas"]["ProfileChoice"][];
            /** @description Instead of profiles, on platforms with pages */
            pages?: components["schemas"]["PendingPage"][];
            /** @description The login that the pages share */
            login_id?: string;
            /** @description Your pages that this login no longer reaches */
            lost_access?: components["schemas"]["LostPage"][];
            /** Format: date-time */
            expires_at: string;
            livemode: boolean;
        };
        PendingPage: {
            platform_page_id: string;
            name: string;
            category: string;
            picture_url: string;
            /** @description Empty while no brand has the page */
            assigned_brand_id: string;
            assigned_brand_name: string;
            /** @description Empty while no account has the page */
            assigned_account_id: string;
            /** @description false: an account of another brand has the page */
            assignable: boolean;
        };
        Pin: {
            id: string;
            board_id?: string;
            title: string;
            media_url?: string;
            permalink: string;
            /** Format: date-time */
            created_at: string;
        };
        PinList: {
            data: components["schemas"]["Pin"][];
            count: number;
        };
        Plan: {
            /** @enum {string} */
            tier: "free" | "starter" | "pro" | "business" | "enterprise";
            name: string;
            tagline: string;
            /** @description US dollars; -1 means by agreement */
            monthly_price_usd: number;
            /** @description US dollars; -1 means by agreement */
            annual_price_usd: number;
            popular: boolean;
            limits: {
                /** @description Brands; -1 means unlimited */
                profiles: number;
                /** @description -1 means unlimited */
                posts_per_month: number;
                /** @description -1 means unlimited */
                interactions_per_month: number;
                /** @description -1 means unlimited */
                storage_bytes: number;
                event_retention_days: number;
                /** @description -1 means unlimited */
                exports_per_month: number;
                /** @description -1 means unlimited */
                videos_per_export: number;
                /** @description -1 means unlimited */
                transcripts_per_export: number;
                /** @description Whether exports may look at pictures */
                vision: boolean;
                report_expiry_days: number;
                /** @description 0 means none */
                export_cooldown_seconds: number;
            };
        };
        /** @enum {string} */
        Platform: "instagram" | "facebook" | "threads" | "whatsapp" | "tiktok" | "linkedin" | "linkedin_page" | "youtube" | "google" | "twitter" | "pinterest" | "telegram" | "bluesky" | "mastodon";
        PlatformDetail: {
            platform: components["schemas"]["Platform"];
            display_name: string;
            version: {
                name: string;
                /**
                 * Format: date
                 * @description The day on which the platform ends this version, where announced
                 */
                sunset_at?: string;
            };
            connect: {
                /** @enum {string} */
                kind: "oauth" | "token" | "embedded_signup";
                /** @description Needs the credentials of an app of your own */
                own_app: boolean;
            };
            capabilities: {
                [key: string]: boolean;
            };
            /** @description How comments and messages of other people reach us */
            inbound: ("push" | "poll")[];
            /**
             * @description How a publication is proven after a lost response; absent without publishing
             * @enum {string}
             */
            recovery_class?: "A" | "B" | "C" | "D";
            /** @description What happens on the platform and reaches us as an event */
            events: ("comment.received" | "dm.received" | "dm.sent" | "dm.referral" | "dm.postback" | "dm.status.sent" | "dm.status.delivered" | "dm.status.read" | "dm.status.failed" | "review.received" | "mention.received")[];
            limits: components["schemas"]["PlatformLimits"];
            /** @description What a direct message may carry; absent without messages */
            messages?: components["schemas"]["MessageLimits"];
        };
        PlatformDetailList: components["schemas"]["Page"] & {
            data: components["schemas"]["PlatformDetail"][];
        };
        PlatformLimits: {
            text: components["schemas"]["TextLimits"];
            title: {
                length_max: number;
                required: boolean;
            };
            media: components["schemas"]["MediaLimits"];
            /** @description Absent when a post has one item at most */
            carousel?: {
                items_min: number;
                items_max: number;
                photos_only: boolean;
            };
            alt_text: {
                length_max: number;
                on_videos: boolean;
            };
            visibility: ("public" | "private" | "connections_only" | "logged_in" | "unlisted")[];
            segments: {
                items_max: number;
            };
            comment: {
                length_max: number;
            };
            poll?: {
                /** @description The option of platform_data that makes the post a poll, which has no media */
                option: string;
                text_length_max: number;
            };
            scheduling: {
                /** @enum {string} */
                mode: "native" | "server_side" | "";
            };
            kinds?: {
                /** @description The option of platform_data that asks for the kind */
                option: string;
                /** @description The differences, by kind */
                limits: {
                    [key: string]: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        Post: {
            id: string;
            text?: string;
            title?: string;
            status: components["schemas"]["PostStatus"];
            visibility?: components["schemas"]["Visibility"];
            first_comment?: string;
            segments?: components["schemas"]["Segment"][];
            media?: components["schemas"]["PostMedia"][];
            media_ids?: string[];
            /** Format: date-time */
            scheduled_at?: string;
            /** @description The wall time in `timezone` that was asked for */
            scheduled_local?: string;
            timezone?: string;
            /** @description How long after its time publishing began; present when that was more than a minute */
            late_by_seconds?: number;
            /** Format: date-time */
            published_at?: string;
            /** @description Left out of lists that do not ask for hidden posts */
            hidden: boolean;
            /** @description How often it was retried */
            retry_count: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            livemode: boolean;
            targets: components["schemas"]["Target"][];
        };
        PostAnalytics: {
            account_id: string;
            platform: components["schemas"]["Platform"];
            platform_post_id: string;
            /** @description Absent for a post that was made elsewhere */
            post_id?: string;
            /** Format: date-time */
            published_at: string;
            metrics: components["schemas"]["Metrics"];
            /**
             * Format: date-time
             * @description When the platform told the numbers
             */
            metrics_synced_at: string;
        };
        PostAnalyticsList: components["schemas"]["Page"] & {
            data: components["schemas"]["PostAnalytics"][];
            /** @description The first day, such as 2027-01-31 */
            from: string;
            /** @description The last day; it belongs to the period */
            to: string;
            /** @description Days and hours are those of this IANA time zone */
            timezone: string;
            livemode: boolean;
        };
        PostConstraints: {
            text: {
                /** @description 0: no limit, or not supported */
                max_length: number;
                /** @enum {string} */
                counting_mode: "chars" | "utf16" | "bytes";
                photo_max_length: number;
                max_hashtags: number;
                max_mentions: number;
            };
            media: {
                supported_image_types: string[];
                supported_video_types: string[];
                max_image_size_bytes: number;
                max_video_size_bytes: number;
                min_video_duration_sec: number;
                max_video_duration_sec: number;
                max_video_fps: number;
            };
            carousel: {
                supported: boolean;
                min_items: number;
                max_items: number;
                allow_video: boolean;
                images_only: boolean;
                photos_only: boolean;
            };
            scheduling: {
                supported: boolean;
                /** @enum {string} */
                mode: "native" | "server_side" | "";
            };
            supports_platform_attachment_id: boolean;
            supports_mixed_media: boolean;
            max_text_length: number;
            max_title_length: number;
            max_images: number;
            max_videos: number;
            max_media: number;
            supported_media_types: string[];
            supports_scheduling: boolean;
            min_schedule_ahead_minutes: number;
        };
        PostList: components["schemas"]["Page"] & {
            data: components["schemas"]["Post"][];
        };
        PostMedia: {
            /** @enum {string} */
            source_type: "media_id" | "url" | "platform_attachment_id";
            source: string;
            /** @enum {string} */
            type?: "image" | "video" | "audio" | "file";
            alt_text?: string;
        };
        PostMetrics: {
            likes: number;
            comments: number;
            shares: number;
            saves: number;
            /** @description Further counters by name, such as views */
            extra: {
                [key: string]: number;
            };
            /** @description Those that the platform does not tell; they are shown as 0 */
            unknown: ("likes" | "comments" | "shares" | "saves")[];
        };
        PostOutcome: {
            post_id: string;
            /** @enum {string} */
            status: "published" | "partial" | "failed";
            /** @description How long after its time publishing began; present when that was more than a minute */
            late_by_seconds?: number;
            /** @description The targets of the post */
            results: components["schemas"]["Target"][];
        };
        /** @enum {string} */
        PostStatus: "draft" | "scheduled" | "publishing" | "published" | "partial" | "failed" | "cancelled";
        PostWithWarnings: components["schemas"]["Post"] & {
            /** @description What platforms ignore of the post */
            warnings: components["schemas"]["ValidationIssue"][];
        };
        PostWithWarningsFailure: components["schemas"]["PostWithWarnings"] & components["schemas"]["Error"];
        PostWithWarningsPreview: components["schemas"]["PostWithWarnings"] & components["schemas"]["DryRun"];
        ProfileChoice: {
            platform_account_id: string;
            display_name: string;
            username: string;
            profile_picture_url: string;
            bio: string;
        };
        QuickReply: {
            title: string;
            payload?: string;
        };
        RedirectUri: {
            id: string;
            uri: string;
            label?: string;
            /** Format: date-time */
            created_at: string;
            livemode: boolean;
        };
        RedirectUriList: components["schemas"]["Page"] & {
            data: components["schemas"]["RedirectUri"][];
        };
        RedirectUriPreview: components["schemas"]["RedirectUri"] & components["schemas"]["DryRun"];
        RegisterPhoneNumberRequest: {
            /** @description The two-step PIN of the number; the first registration sets it */
            pin: string;
        };
        RemovedPageEvent: {
            account_id: string;
            platform_page_id: string;
            name: string;
            platform: components["schemas"]["Platform"];
            /** @constant */
            reason: "access_revoked";
        };
        Rendition: {
            /** @description Platforms that get this copy */
            platforms: string[];
            /** @enum {string} */
            status: "waiting" | "working" | "ready" | "failed";
            /** @description 0 to 100 */
            progress: number;
            size_bytes?: number;
            /** @description Why it could not be made */
            error?: string;
        };
        Replay: {
            id: string;
            webhook_id: string;
            /**
             * @description failed: deliveries that failed; all: every event that the endpoint subscribes to, delivered or not
             * @enum {string}
             */
            kind: "failed" | "all";
            /**
             * @description running: queues events or waits for their deliveries; completed: every delivery has ended
             * @enum {string}
             */
            status: "pending" | "running" | "completed" | "cancelled" | "failed";
            /** @description Events from this time on */
            since: string;
            /** @description Events before this time */
            until: string;
            /** @description Absent: every type */
            event_types?: string[];
            /** @description As counted when the replay was created; once all are queued, as many as were queued */
            total: number;
            /** @description Deliveries that were queued so far */
            queued: number;
            delivered: number;
            /** @description Deliveries that failed again, after all of their attempts */
            failed: number;
            /** @description total without delivered and failed */
            remaining: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            started_at?: string;
            /**
             * Format: date-time
             * @description When it was completed or cancelled, or had failed
             */
            completed_at?: string;
            livemode: boolean;
        };
        ReplayDeadResponse: {
            success: boolean;
        };
        ReplayList: components["schemas"]["Page"] & {
            data: components["schemas"]["Replay"][];
        };
        ReplayPreview: components["schemas"]["Replay"] & components["schemas"]["DryRun"];
        ReplyPrivatelyRequest: {
            /** @description Needed only when several accounts published the post */
            account_id?: string;
            text: string;
            /** @description true sends the same again within two minutes; without it such a request joins the first */
            skip_duplicate_check?: boolean;
        };
        ReplyPrivatelyResponse: {
            success: boolean;
        };
        ReplyRequest: {
            /** @description Needed only when several accounts published the post */
            account_id?: string;
            text: string;
            /** @description The comment to answer; without it a comment on the post */
            comment_id?: string;
            /** @description true sends the same again within two minutes; without it such a request joins the first */
            skip_duplicate_check?: boolean;
        };
        ReplyResponse: {
            success: boolean;
            comment_id: string;
            platform_id: string;
        };
        ReplyToMentionRequest: {
            /** @description The mention, or the post that contains it: our id or the platform’s */
            media_id: string;
            /** @description The comment that contains the mention */
            comment_id?: string;
            text: string;
            /** @description true sends the same again within two minutes; without it such a request joins the first */
            skip_duplicate_check?: boolean;
        };
        ReplyToMentionResponse: {
            success: boolean;
            comment_id: string;
        };
        ReplyToReviewRequest: {
            /** @description Must be the account of the review, where it is given */
            account_id?: string;
            text: string;
            /** @description true sends the same again within two minutes; without it such a request joins the first */
            skip_duplicate_check?: boolean;
        };
        RequestPhoneCodeRequest: {
            /** @enum {string} */
            method: "SMS" | "VOICE";
            /** @description Language of the message, such as en_US */
            language: string;
        };
        ResolveTargetRequest: {
            /**
             * @description What you have seen on the platform
             * @enum {string}
             */
            outcome: "published" | "not_published";
            /** @description The id of the post on its platform, when it was published */
            platform_post_id?: string;
            /** @description Which page or board of the account, when several are unconfirmed */
            page_id?: string;
        };
        RetriedPost: {
            post_id: string;
            retried_count: number;
        };
        RetryMessageRequest: {
            /** @description Needed for a message that may have been sent */
            confirm?: boolean;
            /** @description true sends the same again within two minutes; without it such a request joins the first */
            skip_duplicate_check?: boolean;
        };
        RetryPostRequest: {
            /** @description true sends unconfirmed targets again too, although they may have been published */
            confirm?: boolean;
        };
        RetryPostResponse: components["schemas"]["Post"] & {
            success: boolean;
        };
        Review: {
            id: string;
            platform: components["schemas"]["Platform"];
            account_id: string;
            platform_id: string;
            rating: number;
            text?: string;
            author: string;
            author_details: {
                id: string;
                name: string;
                username?: string;
                avatar_url?: string;
            };
            reply?: components["schemas"]["ReviewReply"];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            capabilities: {
                /** @description The platform takes replies, and it has none yet */
                can_reply: boolean;
                can_edit_reply: boolean;
                can_delete_reply: boolean;
            };
            livemode: boolean;
        };
        ReviewAccount: {
            account_id: string;
            name: string;
            platform: components["schemas"]["Platform"];
            average_rating: number;
            total_count: number;
            /** Format: date-time */
            last_review_at?: string;
            /** @enum {string} */
            status: "ok" | "reconnection_required";
        };
        ReviewAccountList: components["schemas"]["Page"] & {
            data: components["schemas"]["ReviewAccount"][];
        };
        ReviewList: components["schemas"]["Page"] & {
            data: components["schemas"]["Review"][];
            meta: {
                accounts_queried: number;
                accounts_failed: number;
                failed_accounts: {
                    account_id: string;
                    platform: components["schemas"]["Platform"];
                    error: string;
                    code: string;
                }[];
            };
        };
        ReviewReply: {
            text: string;
            /** Format: date-time */
            updated_at: string;
        };
        ReviewReplyResponse: {
            success: boolean;
            reply_id: string;
        };
        RevokeKeyResponse: {
            /** @constant */
            ok: true;
            message?: string;
        };
        RotateWebhookSecretRequest: {
            /** @description Your own secret: whsec_ and base64 of 24 to 64 bytes, or 16 to 256 visible ASCII characters; without it, one is made */
            secret?: string;
            /**
             * @description How long all secrets before the new one go on signing too; 0: not at all
             * @default 24
             */
            overlap_hours?: number;
        };
        RotateWebhookSecretResponse: components["schemas"]["Webhook"] & {
            /** @description Signs every message from now on; shown this once. A dry run makes none */
            secret?: string;
            message: string;
        };
        SaveBrandTwitterCredentialsRequest: {
            /** @description OAuth 2.0 client id of the app */
            client_id: string;
            client_secret: string;
        };
        SaveTwitterCredentialsRequest: {
            /** @description OAuth 2.0 client id of the app */
            client_id: string;
            client_secret: string;
        };
        ScheduledPost: {
            post_id: string;
            /** @constant */
            status: "scheduled";
            /** Format: date-time */
            scheduled_at: string;
            /** @description The wall time in `timezone` that was asked for */
            scheduled_local?: string;
            timezone?: string;
            targets: {
                account_id: string;
                platform: components["schemas"]["Platform"];
            }[];
        };
        Segment: {
            text: string;
            media?: components["schemas"]["PostMedia"][];
            media_ids?: string[];
        };
        SegmentInput: {
            /** @description `GET /v1/platforms` tells how long it may be on each platform */
            text?: string;
            /** @description Files in their order; wins over media_ids */
            media?: components["schemas"]["MediaInput"][];
            /** @description Media ids; an http(s) address counts as a media item of source_type url */
            media_ids?: string[];
        };
        SelectProfileRequest: {
            /** @description One of `profiles` */
            platform_account_id?: string;
            /** @description Pages instead; each becomes an account of the brand */
            page_ids?: string[];
        };
        SendFeedbackRequest: {
            /**
             * @description What the message is about
             * @enum {string}
             */
            type: "bug" | "feature_request" | "general";
            message: string;
        };
        SendFeedbackResponse: {
            ok: boolean;
        };
        SendMessageRequest: {
            account_id?: string;
            text?: string;
            /** @description Ignored beside attachments */
            attachment_url?: string;
            /** @description Each becomes a message of its own */
            attachments?: components["schemas"]["AttachmentInput"][];
            /** @description Shown below the text */
            quick_replies?: components["schemas"]["QuickReply"][];
            /** @description With a text of at most 640 characters */
            buttons?: components["schemas"]["MessageButton"][];
            cards?: components["schemas"]["MessageCard"][];
            /** @description Our id or the platform’s */
            reply_to_message_id?: string;
            /** @description Lets the message leave the 24 hours’ window; ignored where the platform has no tags */
            message_tag?: string;
            /** @description true sends the same again within two minutes; without it such a request joins the first */
            skip_duplicate_check?: boolean;
        };
        SendTemplateRequest: {
            /** @description Phone number with the country’s code, digits only */
            to: string;
            template_name: string;
            language: string;
            /** @description Values for the placeholders, in WhatsApp’s format */
            components?: {
                /** @enum {string} */
                type: "header" | "body" | "button";
                /** @enum {string} */
                sub_type?: "quick_reply" | "url" | "copy_code" | "phone_number";
                index?: string | number;
                parameters?: ({
                    type: string;
                    text?: string;
                } & {
                    [key: string]: unknown;
                })[];
            }[];
            /** @description true sends the same again within two minutes; without it such a request joins the first */
            skip_duplicate_check?: boolean;
        };
        SendTemplateResponse: {
            messaging_product: string;
            contacts: {
                input: string;
                wa_id: string;
            }[];
            messages: {
                id: string;
                message_status: string;
            }[];
        };
        SentMessage: {
            success: boolean;
            message_id: string;
            message_ids: string[];
        };
        Story: {
            /** @description The id on the platform */
            id: string;
            account_id: string;
            /** @constant */
            platform: "instagram";
            caption?: string;
            media_type: string;
            media_url?: string;
            permalink?: string;
            timestamp: string;
            like_count?: number;
            comments_count?: number;
            metadata: {
                /** @constant */
                is_story: true;
                /** Format: date-time */
                expires_at: string;
            };
        };
        StoryList: components["schemas"]["Page"] & {
            data: components["schemas"]["Story"][];
        };
        Success: {
            /** @constant */
            success: true;
        };
        Target: {
            account_id: string;
            platform: components["schemas"]["Platform"];
            /** @enum {string} */
            status: "pending" | "publishing" | "published" | "failed" | "unconfirmed" | "cancelled" | "unpublished";
            /** @description The page of the account that it goes to */
            page_id?: string;
            /** @description The board that it goes to */
            board_id?: string;
            text?: string;
            title?: string;
            visibility?: components["schemas"]["Visibility"];
            media?: components["schemas"]["PostMedia"][];
            media_ids?: string[];
            /** Format: date-time */
            scheduled_at?: string;
            /** @description The wall time in `timezone` that was asked for */
            scheduled_local?: string;
            /** @description How long after its time publishing began; present when that was more than a minute */
            late_by_seconds?: number;
            /** @description The platform’s id of the post */
            platform_post_id?: string;
            permalink?: string;
            /** Format: date-time */
            published_at?: string;
            first_comment?: string;
            error?: components["schemas"]["TargetError"];
            /** @description thread_post_ids, thread_failed_at_index, first_comment_id, first_comment_error */
            metadata?: {
                [key: string]: unknown;
            };
        };
        TargetError: {
            code: string;
            message: string;
            /** @enum {string} */
            category: "validation" | "auth" | "rate_limit" | "platform" | "system";
            /** @enum {string} */
            caused_by: "user" | "platform" | "system";
            /** @description Whether a retry can work once the remedy is done */
            retryable: boolean;
            /** @description What to do, as a sentence */
            remedy: string;
            /** @description The code of the platform’s own error */
            platform_code?: string;
        };
        TargetInput: {
            /** @description The account; without it, the only account of `platform` */
            account_id?: string;
            /** @description Must be the platform of the account */
            platform?: components["schemas"]["Platform"];
            /** @description A page of the account, on platforms with pages; on Facebook any page of its brand */
            page_id?: string;
            /** @description A board of the account, required on platforms with boards; page_id is another name of it there */
            board_id?: string;
            /** @description `GET /v1/platforms` tells how long it may be on each platform */
            text?: string;
            /** @description For platforms whose posts have titles */
            title?: string;
            /** @description Files in their order; wins over media_ids */
            media?: components["schemas"]["MediaInput"][];
            /** @description Media ids; an http(s) address counts as a media item of source_type url */
            media_ids?: string[];
            visibility?: components["schemas"]["Visibility"];
            /** @description Posted under the published post, best effort */
            first_comment?: string;
            /**
             * Format: date-time
             * @description Without an offset it is wall time in `timezone`, or UTC when the post has none
             */
            scheduled_at?: string;
            /** @description Options of the target’s platform; they win over those of the post */
            platform_data?: {
                [key: string]: unknown;
            };
        };
        TargetMetrics: {
            account_id: string;
            platform: components["schemas"]["Platform"];
            /** @enum {string} */
            status: "pending" | "publishing" | "published" | "failed" | "unconfirmed" | "cancelled" | "unpublished";
            platform_post_id?: string;
            metrics?: components["schemas"]["PostMetrics"];
            /**
             * @description Read just now, or at `metrics_synced_at`
             * @enum {string}
             */
            source?: "live" | "stored";
            /** Format: date-time */
            metrics_synced_at?: string;
            error?: {
                code: string;
                message: string;
            };
            /** @description The newest 500 changes of the numbers, the oldest first */
            history?: components["schemas"]["MetricsSnapshot"][];
        };
        Template: {
            id: string;
            name: string;
            language: string;
            category: string;
            /** @description PENDING, then APPROVED or REJECTED; also PAUSED, DISABLED */
            status: string;
            components: {
                [key: string]: unknown;
            }[];
            livemode: boolean;
        };
        TemplateButton: {
            /** @enum {string} */
            type: "QUICK_REPLY" | "URL" | "PHONE_NUMBER" | "COPY_CODE";
            text?: string;
            url?: string;
            phone_number?: string;
            example?: ({
                [key: string]: unknown;
            } | string[]) | string;
        };
        TemplateComponent: {
            /** @enum {string} */
            type: "HEADER" | "BODY" | "FOOTER" | "BUTTONS";
            /**
             * @description HEADER only
             * @enum {string}
             */
            format?: "TEXT" | "IMAGE" | "VIDEO" | "DOCUMENT";
            text?: string;
            /** @description Samples for the placeholders, in WhatsApp’s format */
            example?: {
                [key: string]: unknown;
            } | string[];
            buttons?: components["schemas"]["TemplateButton"][];
        };
        TemplateIssue: {
            component_index?: number;
            field: string;
            message: string;
        };
        TemplateList: components["schemas"]["Page"] & {
            data: components["schemas"]["Template"][];
        };
        TestTwitterCredentialsRequest: {
            /** @description OAuth 2.0 client id of the app */
            client_id: string;
            client_secret: string;
        };
        TestTwitterCredentialsResponse: {
            valid: boolean;
            /** @description The reason that X gave; empty when the credentials are right */
            reason: string;
        };
        TestWebhookRequest: {
            /**
             * @description The type of the message
             * @default webhook.test
             * @enum {string}
             */
            event_type?: "webhook.test" | "comment.received" | "dm.received" | "dm.sent" | "dm.referral" | "dm.postback" | "dm.status.sent" | "dm.status.delivered" | "dm.status.read" | "dm.status.failed" | "review.received" | "mention.received" | "post.scheduled" | "post.published" | "post.partial" | "post.failed" | "post.unconfirmed" | "post.updated" | "post.deleted" | "post.unpublished" | "post.retried" | "account.connected" | "account.disconnected" | "account.token_expiring" | "page.removed" | "webhook.disabled";
            /** @description The data of the message; default: an example of the event */
            payload?: {
                [key: string]: unknown;
            };
        };
        TestWebhookResponse: {
            /** @description The test stands among the deliveries under this id */
            delivery_id: string;
            /** @description pending on a dry run, which sends nothing */
            status: components["schemas"]["DeliveryStatus"];
            response_status_code?: number;
            response_duration_ms: number;
            response_body: string;
            error_message?: string;
            livemode: boolean;
        };
        TextLimits: {
            /** @description 0: no known limit, as for every number here */
            length_max: number;
            /** @enum {string} */
            counting: "chars" | "utf16" | "bytes" | "graphemes" | "twitter";
            bytes_max: number;
            /** @description Length beside images, where it differs */
            photo_length_max: number;
            hashtags_max: number;
            mentions_max: number;
            /** @description Options of platform_data whose text counts too */
            counted_options?: string[];
        };
        UnconfirmedTarget: {
            post_id: string;
            account_id: string;
            platform: components["schemas"]["Platform"];
            error: components["schemas"]["TargetError"];
        };
        UnhideCommentResponse: {
            success: boolean;
        };
        UnlikeCommentResponse: {
            success: boolean;
        };
        UnpublishPostRequest: {
            /** @description Only on this account */
            account_id?: string;
            /** @description Only on these accounts; wins over account_id */
            account_ids?: string[];
        };
        UnpublishPostResponse: {
            /** @description Every copy is down */
            success: boolean;
            /** @description How many copies this request took down */
            unpublished_count: number;
            results: {
                platform: components["schemas"]["Platform"];
                account_id: string;
                /** @enum {string} */
                outcome: "unpublished" | "not_supported" | "failed";
                message?: string;
            }[];
        };
        UnpublishedPost: {
            post_id: string;
            /** @description The account that the request named; null: all or several */
            account_id: string | null;
            unpublished_count: number;
        };
        UpdateAccountPageRequest: {
            /** @description true only */
            is_default?: boolean;
            /** @description true only */
            is_active?: boolean;
        };
        UpdateBoardRequest: {
            name?: string;
            description?: string;
            /** @enum {string} */
            privacy?: "PUBLIC" | "SECRET";
        };
        UpdateBrandRequest: {
            name?: string;
            /** @description null: the zone of the workspace */
            timezone?: string | null;
            /** @description A ready image of yours (PNG, JPEG, WebP or GIF, at most 2 MiB); null removes the logo */
            logo_media_id?: string | null;
        };
        UpdateBusinessProfileRequest: {
            about?: string;
            address?: string;
            description?: string;
            email?: "" | string;
            /** @enum {string} */
            vertical?: "OTHER" | "AUTO" | "BEAUTY" | "APPAREL" | "EDU" | "ENTERTAIN" | "EVENT_PLAN" | "FINANCE" | "GROCERY" | "GOVT" | "HOTEL" | "HEALTH" | "NONPROFIT" | "PROF_SERVICES" | "RETAIL" | "TRAVEL" | "RESTAURANT" | "ALCOHOL" | "ONLINE_GAMBLING" | "PHYSICAL_GAMBLING" | "OTC_DRUGS";
            websites?: string[];
            /** @description The handle that an upload to the platform returned */
            profile_picture_handle?: string;
        };
        UpdateConversationRequest: {
            /** @enum {string} */
            status?: "active" | "archived";
            /** @description true: nothing is unread; false: at least one message is */
            is_read?: boolean;
        };
        UpdateKeyRequest: {
            /** @description For people */
            name?: string;
            /** @description What the key may do; empty: everything */
            scopes?: ("accounts:read" | "accounts:manage" | "posts:read" | "posts:write" | "media:read" | "media:write" | "inbox:read" | "inbox:write" | "dms:read" | "dms:send" | "webhooks:manage" | "analytics:read")[];
            /** @description The brands that the key reaches; empty: all */
            brand_ids?: string[];
            /** @description When the key ends by itself; null: never */
            expires_at?: string | null;
            /** @description Addresses and CIDR blocks that the key may be used from; empty: any */
            allowed_ips?: string[];
        };
        UpdateKeyResponse: components["schemas"]["ApiKey"] & {
            message?: string;
        };
        UpdateMeRequest: {
            /**
             * @description Ends the introduction; it does not begin again
             * @constant
             */
            onboarding?: false;
            /** @description What you use the service for; an empty text removes it */
            use_case?: string;
            /** @description How you heard of the service; not shown */
            referral?: string;
            /** @description Accounts stay with the brand that has them */
            lock_accounts_to_brand?: boolean;
        };
        UpdateMediaRequest: {
            filename?: string;
            /** @description A description for people who cannot see the file */
            alt_text?: string;
            /** @description Empty: in no folder */
            folder?: string;
            tags?: string[];
        };
        UpdatePostRequest: {
            /** @description `GET /v1/platforms` tells how long it may be on each platform */
            text?: string;
            /** @description For platforms whose posts have titles */
            title?: string;
            /** @description Files in their order; wins over media_ids */
            media?: components["schemas"]["MediaInput"][];
            /** @description Media ids; an http(s) address counts as a media item of source_type url */
            media_ids?: string[];
            visibility?: components["schemas"]["Visibility"];
            /** @description Posted under the published post, best effort */
            first_comment?: string;
            /** @description IANA zone of a scheduled_at without offset, such as Europe/Berlin */
            timezone?: string;
            /** @description Further parts of a thread, on platforms that have threads; a text alone is a part too */
            segments?: (string | components["schemas"]["SegmentInput"])[];
            /** @description true leaves out the limits of platforms, except those of media sources */
            skip_validation?: boolean;
            /** @description Options by platform name */
            platform_data?: {
                [key: string]: {
                    [key: string]: unknown;
                };
            };
            targets?: components["schemas"]["TargetInput"][];
            /** @description null takes the post off the schedule */
            scheduled_at?: string | null;
            /** @description true leaves the post out of lists; platforms do not see it */
            hidden?: boolean;
        };
        UpdateWebhookRequest: {
            /** @description An https address; test keys may use https://simulator.test/receiver/NAME */
            url?: string;
            events?: components["schemas"]["EventType"][];
            /** @description For people; up to 500 characters */
            description?: string | null;
            /** @description Only events of these brands; null: of all */
            brand_ids?: string[] | null;
            /** @description Only events of these accounts; null: of all */
            account_ids?: string[] | null;
            /** @description Only events of accounts on these platforms; null: of all */
            platforms?: components["schemas"]["Platform"][] | null;
            headers?: {
                [key: string]: string;
            } | null;
            /** @description false pauses; true also takes up again what waited since the endpoint was paused or disabled */
            is_active?: boolean;
        };
        UpdateWebhookResponse: components["schemas"]["Webhook"] & {
            warnings: {
                /** @enum {string} */
                code: "unverified" | "duplicate_url";
                message: string;
                /** @description The other endpoint with the same address */
                webhook_id?: string;
            }[];
        };
        UpdateWorkspaceRequest: {
            name?: string;
            timezone?: string;
            /** @description A ready image of yours (PNG, JPEG, WebP or GIF, at most 2 MiB); null removes the logo */
            logo_media_id?: string | null;
        };
        UpdateYoutubeVideoRequest: {
            title?: string & (unknown & unknown);
            description?: string;
            /** @enum {string} */
            visibility?: "public" | "unlisted" | "private";
        };
        UpdatedPost: {
            post_id: string;
            status: string;
            /** @description The fields of the request */
            changed_fields: string[];
        };
        UploadMediaRequest: {
            /** Format: binary */
            file: string;
        };
        UploadMediaResponse: {
            media_id: string;
        };
        UploadMediaResponsePreview: components["schemas"]["UploadMediaResponse"] & components["schemas"]["DryRun"];
        Usage: {
            brands_used: number;
            /** @description -1 means unlimited */
            brands_limit: number;
            posts_used: number;
            posts_limit: number;
            interactions_used: number;
            interactions_limit: number;
            exports_used: number;
            exports_limit: number;
            period_start: string;
            /** @description The counters start anew then */
            period_end: string;
            /** @description The same as brands_used */
            profile_units_used: number;
            /** @description The same as brands_limit */
            profile_units_limit: number;
            /** @description Always 5, for older clients */
            page_allowance: number;
            /** @description Always false, for older clients */
            page_billing_exempt: boolean;
            livemode: boolean;
        };
        User: {
            id: string;
            email: string | null;
            /** @enum {string} */
            plan: "free" | "starter" | "pro" | "business" | "enterprise";
            onboarding: boolean;
            avatar_url?: string;
            /** @description Always false, for older clients */
            beta_tester: boolean;
            /** @description All platforms of this installation */
            allowed_platforms: string[];
            use_case?: string;
            /** @description Payment is overdue: most requests get 402 */
            billing_blocked: boolean;
            /** Format: date-time */
            billing_blocked_at?: string;
            /** @description Whether connecting an account that another brand has is rejected; otherwise the account moves */
            lock_accounts_to_brand: boolean;
            /** @description Always true, for older clients */
            facebook_page_selection: boolean;
            livemode: boolean;
        };
        ValidatePostRequest: {
            /** @description `GET /v1/platforms` tells how long it may be on each platform */
            text?: string;
            /** @description For platforms whose posts have titles */
            title?: string;
            /** @description Files in their order; wins over media_ids */
            media?: components["schemas"]["MediaInput"][];
            /** @description Media ids; an http(s) address counts as a media item of source_type url */
            media_ids?: string[];
            visibility?: components["schemas"]["Visibility"];
            /** @description Posted under the published post, best effort */
            first_comment?: string;
            /**
             * Format: date-time
             * @description Without an offset it is wall time in `timezone`, or UTC when the post has none
             */
            scheduled_at?: string;
            /** @description IANA zone of a scheduled_at without offset, such as Europe/Berlin */
            timezone?: string;
            /** @description Further parts of a thread, on platforms that have threads; a text alone is a part too */
            segments?: (string | components["schemas"]["SegmentInput"])[];
            /** @description Options by platform name */
            platform_data?: {
                [key: string]: {
                    [key: string]: unknown;
                };
            };
            targets?: components["schemas"]["TargetInput"][];
            /** @description Older form of targets */
            account_ids?: string[];
            /** @description Platforms on which to check the post itself, without an account */
            platforms?: string[];
        };
        ValidatePostResponse: {
            /** @description No errors; warnings do not count */
            valid: boolean;
            errors: components["schemas"]["ValidationIssue"][];
            warnings: components["schemas"]["ValidationIssue"][];
        };
        ValidateTemplateRequest: {
            /** @description Lower-case letters, digits and underscores */
            name: string;
            /** @description Such as en_US */
            language: string;
            /** @enum {string} */
            category: "MARKETING" | "UTILITY" | "AUTHENTICATION";
            components: components["schemas"]["TemplateComponent"][];
        };
        ValidateTemplateResponse: {
            valid: boolean;
            errors: components["schemas"]["TemplateIssue"][];
            warnings: components["schemas"]["TemplateIssue"][];
        };
        ValidationIssue: {
            platform: components["schemas"]["Platform"];
            /** @description Path in the request */
            field: string;
            rule: string;
            message: string;
            limit?: number;
            /** @description The account, when the check was for one */
            target?: string;
            segment_index?: number;
        };
        VerifyMediaResponse: components["schemas"]["MediaItem"] & {
            /** @constant */
            success: true;
            media_id: string;
        };
        VerifyPhoneCodeRequest: {
            code: string;
        };
        /** @enum {string} */
        Visibility: "public" | "private" | "connections_only" | "logged_in" | "unlisted";
        Webhook: {
            id: string;
            /** @description As it is called: host names in lower case and in ASCII */
            url: string;
            events: string[];
            description?: string;
            /** @description Absent: events of all brands */
            brand_ids?: string[];
            /** @description Absent: events of all accounts */
            account_ids?: string[];
            /** @description Absent: events of all platforms */
            platforms?: string[];
            /** @description Own headers, their values masked */
            headers?: {
                [key: string]: string;
            };
            is_active: boolean;
            /**
             * @description paused by its owner, or disabled by the service
             * @enum {string}
             */
            status: "active" | "paused" | "disabled";
            /** @description Why it is not active, for people */
            status_reason?: string;
            /**
             * @description Why it was disabled: it answered 410, or nothing but failures for five days
             * @enum {string}
             */
            disabled_reason?: "gone" | "failing";
            /**
             * Format: date-time
             * @description Until then, messages are also signed with the secrets before the last rotation
             */
            rotation_ends_at?: string;
            /** Format: date-time */
            created_at: string;
            livemode: boolean;
        };
        WebhookList: components["schemas"]["Page"] & {
            data: components["schemas"]["Webhook"][];
        };
        WebhookMessage: {
            /** @description The same on every way out, so that a repeated event can be recognised */
            id: string;
            type: string;
            /** @description Counts the events of the tenant without gaps; null: a ping or test, which stands in no log */
            seq: number | null;
            /** Format: date-time */
            created_at: string;
            /** @description GET /v1/webhooks/events describes it for each type */
            data: {
                [key: string]: unknown;
            };
            livemode: boolean;
            /** @description The brand at that time; null: an event of several brands or of the workspace, or an old one */
            brand_id: string | null;
            /** @description The older name of type */
            event: string;
            /** @description The same as created_at, by its name in Standard Webhooks */
            timestamp: string;
            /** @description The platform's own payload, when the event comes from it */
            raw_payload?: unknown;
        };
        Workspace: {
            id: string;
            /** @description As pages for customers show it */
            name: string;
            /** @description IANA zone, such as Europe/Berlin */
            timezone: string;
            logo_media_id?: string;
            /** @description Works for an hour without a key */
            logo_url?: string;
            livemode: boolean;
            /** @description Why nothing of the workspace is published or delivered for now: a restore, an import or an export; null: nothing holds it */
            held: {
                since: string;
                /** @enum {string} */
                reason: "restore" | "import" | "export";
            } | null;
        };
    };
    responses: {
        /** @description The request is not valid; `meta.field` names the field. Codes: `missing_metadata`, `unsupported_platform`, `invalid_request`, `webhook_verification_failed`, `window_closed`, `private_reply_ineligible` */
        BadRequest: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key is missing, unknown, revoked or expired. Codes: `unauthorized`, `invalid_token`, `invalid_credentials` */
        Unauthorized: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key, the plan or the account does not permit it. Codes: `unauthorized`, `insufficient_scope`, `dashboard_only`, `brand_limit_reached`, `reconnection_required`, `permission_denied` */
        Forbidden: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description It does not exist, or the key does not reach it. Codes: `account_not_found`, `not_found` */
        NotFound: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The state of the resource does not allow it, or the same key of idempotency is in use. Codes: `account_already_linked`, `conflict`, `idempotency_key_in_use` */
        Conflict: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description It existed and has ended. Codes: `gone` */
        Gone: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The app of the platform is not set up. Codes: `credentials_missing` */
        PreconditionFailed: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request or the file is too large, or the storage of the plan is full. Codes: `storage_quota_exceeded`, `payload_too_large` */
        PayloadTooLarge: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is understood and cannot be done. Codes: `all_targets_failed`, `unsupported_source`, `mixing_unsupported`, `idempotency_key_reused` */
        Unprocessable: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A limit is reached; `Retry-After` tells when to try again. Codes: `rate_limit_exceeded`, `platform_rate_limit`, `export_limit`, `export_cooldown`, `export_concurrent`, `too_many_requests` */
        TooManyRequests: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The workspace owes money, or the method or the body is not one of this address. Codes: `past_due`, `method_not_allowed`, `payload_too_large`, `unsupported_media_type` */
        Refused: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The service or the platform failed, is busy or cannot do it. Codes: `internal_error`, `not_supported`, `platform_error`, `unavailable`, `platform_timeout`, `storage_unavailable` */
        ServerError: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Done */
        Done: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Checked; nothing was changed */
        DryRun: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DryRun"];
            };
        };
    };
    parameters: {
        /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
        DryRun: boolean;
        /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
        IdempotencyKey: string;
        /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
        Prefer: string;
        /** @description `wait=30`: the answer waits up to so many seconds, 30 at most, for the outcome. `handling=lenient`: unknown fields of the body are dropped instead of refused */
        PreferWait: string;
        /** @description `verification=none`: the address is saved without the ping, and `warnings` says so. `handling=lenient`: unknown fields of the body are dropped instead of refused */
        PreferVerification: string;
        /** @description The `id` of the last message that arrived: the stream goes on after it */
        LastEventID: string;
        /** @description The id of the event, the same at every attempt and every replay */
        "webhook-id": string;
        /** @description Unix seconds of this attempt */
        "webhook-timestamp": string;
        /** @description v1, and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` (Standard Webhooks); during a rotation one for each secret, with a space between */
        "webhook-signature": string;
        /** @description The type of the event */
        "x-socialapi-event": string;
        /** @description sha256= and the hex HMAC-SHA256 of the body; the older signature */
        "x-socialapi-signature": string;
        /** @description sha256= and the hex HMAC-SHA256 of `<timestamp>.<body>` */
        "x-socialapi-signature-v2": string;
        /** @description During a rotation: the older signature with the new secret */
        "x-socialapi-signature-next": string;
        /** @description During a rotation: the timed signature with the new secret */
        "x-socialapi-signature-v2-next": string;
        /** @description The same as webhook-timestamp */
        "x-socialapi-timestamp": string;
        /** @description The id of the delivery, the same at every attempt; absent on pings and tests */
        "x-socialapi-delivery": string;
        /** @description Results per page, 1 to 100, default 25 */
        "query.limit": number;
        /** @description The cursor of the previous answer, unchanged */
        "query.cursor": string;
        "query.account_id": string;
        "query.platform": components["schemas"]["Platform"];
        /** @example post_01jsamp1e00000000000000000 */
        "path.post_id": string;
        /**
         * @description The post: `ip_…`, `post_…` or the platform’s id
         * @example ip_01jsamp1e00000000000000000
         */
        "path.post_id.2": string;
        /** @description Needed only when several accounts published the post */
        "query.account_id.2": string;
        /**
         * @description Our id or the platform’s
         * @example cmt_01jsamp1e00000000000000000
         */
        "path.comment_id": string;
        /** @example conv_01jsamp1e00000000000000000 */
        "path.conversation_id": string;
        /** @example acc_01jsamp1e00000000000000000 */
        "path.account_id": string;
        /**
         * @description Our id or the platform’s
         * @example rev_01jsamp1e00000000000000000
         */
        "path.review_id": string;
        /** @example med_01jsamp1e00000000000000000 */
        "path.id": string;
        "query.brand_id": string;
        "query.account_id.3": string;
        /**
         * @description A day of the answer’s time zone; an instant means the day on which it lies
         * @example 2027-01-01
         */
        "query.from": string;
        /**
         * @description A day of the answer’s time zone; an instant means the day on which it lies
         * @example 2027-01-01
         */
        "query.to": string;
        /** @example brand_01jsamp1e00000000000000000 */
        "path.brand_id": string;
        /**
         * @description The post: its id on Instagram
         * @example example-post
         */
        "path.platform_media_id": string;
        /**
         * @description Id of the account, or the platform’s id of its number
         * @example acc_01jsamp1e00000000000000000
         */
        "path.phone_number_id": string;
        /** @example key_01jsamp1e00000000000000000 */
        "path.key_id": string;
        /** @example wh_01jsamp1e00000000000000000 */
        "path.webhook_id": string;
        /** @example exp_01jsamp1e00000000000000000 */
        "path.export_id": string;
    };
    requestBodies: never;
    headers: {
        /** @description The id of the request, as it was sent or made up; logs and events name it */
        "X-Request-ID": string;
        /** @description What is left of each limit, such as `"key";r=2957;t=41, "address";r=11957;t=41`; on every response */
        RateLimit: string;
        /** @description The limits, such as `"key";q=3000;w=60, "address";q=12000;w=60`; on every response */
        "RateLimit-Policy": string;
        /** @description Seconds after which the request may be tried again */
        "Retry-After": number;
        /** @description `Bearer` */
        "WWW-Authenticate": string;
        /** @description `true` when this is the kept answer of an earlier request with the same key */
        "Idempotent-Replayed": string;
        /** @description The part of `Prefer` that was followed, when the address was not called */
        "Preference-Applied": string;
        /** @description Posts of the period; on plans with a limit */
        "X-Posts-Limit": number;
        /** @description Posts that are left of it */
        "X-Posts-Remaining": number;
        /** @description Interactions of the period; on plans with a limit */
        "X-Interactions-Limit": number;
        /** @description Interactions that are left of it */
        "X-Interactions-Remaining": number;
        /** @description Bytes of media that are kept; on plans with a limit */
        "X-Storage-Used": number;
        /** @description Bytes of media that the plan keeps */
        "X-Storage-Limit": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    list_posts: {
        parameters: {
            query?: {
                /** @description Results per page, 1 to 100, default 25 */
                limit?: components["parameters"]["query.limit"];
                /** @description The cursor of the previous answer, unchanged */
                cursor?: components["parameters"]["query.cursor"];
                account_id?: components["parameters"]["query.account_id"];
                /** @description Account ids separated by commas; wins over account_id */
                account_ids?: string;
                /** @description Posts with a target in this brand */
                brand_id?: string;
                /** @description A page or board that a target goes to */
                page_id?: string;
                /** @example published */
                status?: components["schemas"]["PostStatus"];
                platform?: components["parameters"]["query.platform"];
                /** @description Created then or later */
                from?: string;
                /** @description Created then or earlier */
                to?: string;
                /** @description Words of the text or title, or their beginnings, upper and lower case alike */
                search?: string;
                /** @description Default: created_at. The others list only posts with a time */
                sort?: "created_at" | "-created_at" | "scheduled_at" | "-scheduled_at" | "created_desc" | "created_asc" | "scheduled_desc" | "scheduled_asc";
                order?: "asc" | "desc";
                /** @description true lists hidden posts too */
                hidden?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "post_01jsamp1e00000000000000000",
                     *           "status": "published",
                     *           "hidden": false,
                     *           "retry_count": 0,
                     *           "created_at": "2027-01-01T09:00:00.000Z",
                     *           "updated_at": "2027-01-01T09:00:00.000Z",
                     *           "livemode": true,
                     *           "targets": [
                     *             {
                     *               "account_id": "acc_01jsamp1e00000000000000000",
                     *               "platform": "instagram",
                     *               "status": "published",
                     *               "published_at": "2027-01-01T09:00:00.000Z",
                     *               "platform_post_id": "example-post",
                     *               "permalink": "https://example.com/p/example-post"
                     *             }
                     *           ],
                     *           "text": "Our cake of the week: plum and cinnamon.",
                     *           "media": [
                     *             {
                     *               "source_type": "media_id",
                     *               "source": "med_01jsamp1e00000000000000000"
                     *             }
                     *           ],
                     *           "media_ids": [
                     *             "med_01jsamp1e00000000000000000"
                     *           ],
                     *           "published_at": "2027-01-01T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "pagination": {
                     *         "limit": 25,
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PostList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    create_post: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `wait=30`: the answer waits up to so many seconds, 30 at most, for the outcome. `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["PreferWait"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "text": "Our cake of the week: plum and cinnamon.",
                 *       "media_ids": [
                 *         "med_01jsamp1e00000000000000000"
                 *       ],
                 *       "publish_now": true,
                 *       "targets": [
                 *         {
                 *           "account_id": "acc_01jsamp1e00000000000000000"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreatePostRequest"];
            };
        };
        responses: {
            /** @description A dry run: nothing was changed */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dry_run": true,
                     *       "id": "post_01jsamp1e00000000000000000",
                     *       "status": "publishing",
                     *       "hidden": false,
                     *       "retry_count": 0,
                     *       "created_at": "2027-01-01T09:00:00.000Z",
                     *       "updated_at": "2027-01-01T09:00:00.000Z",
                     *       "livemode": true,
                     *       "targets": [
                     *         {
                     *           "account_id": "acc_01jsamp1e00000000000000000",
                     *           "platform": "instagram",
                     *           "status": "publishing"
                     *         }
                     *       ],
                     *       "warnings": [],
                     *       "text": "Our cake of the week: plum and cinnamon.",
                     *       "media": [
                     *         {
                     *           "source_type": "media_id",
                     *           "source": "med_01jsamp1e00000000000000000"
                     *         }
                     *       ],
                     *       "media_ids": [
                     *         "med_01jsamp1e00000000000000000"
                     *       ],
                     *       "cost": {
                     *         "posts": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PostWithWarningsPreview"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Posts-Limit": components["headers"]["X-Posts-Limit"];
                    "X-Posts-Remaining": components["headers"]["X-Posts-Remaining"];
                    "X-Interactions-Limit": components["headers"]["X-Interactions-Limit"];
                    "X-Interactions-Remaining": components["headers"]["X-Interactions-Remaining"];
                    "X-Storage-Used": components["headers"]["X-Storage-Used"];
                    "X-Storage-Limit": components["headers"]["X-Storage-Limit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "post_01jsamp1e00000000000000000",
                     *       "status": "publishing",
                     *       "hidden": false,
                     *       "retry_count": 0,
                     *       "created_at": "2027-01-01T09:00:00.000Z",
                     *       "updated_at": "2027-01-01T09:00:00.000Z",
                     *       "livemode": true,
                     *       "targets": [
                     *         {
                     *           "account_id": "acc_01jsamp1e00000000000000000",
                     *           "platform": "instagram",
                     *           "status": "publishing"
                     *         }
                     *       ],
                     *       "warnings": [],
                     *       "text": "Our cake of the week: plum and cinnamon.",
                     *       "media": [
                     *         {
                     *           "source_type": "media_id",
                     *           "source": "med_01jsamp1e00000000000000000"
                     *         }
                     *       ],
                     *       "media_ids": [
                     *         "med_01jsamp1e00000000000000000"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PostWithWarnings"];
                };
            };
            /** @description Some targets were published, others were not */
            207: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Posts-Limit": components["headers"]["X-Posts-Limit"];
                    "X-Posts-Remaining": components["headers"]["X-Posts-Remaining"];
                    "X-Interactions-Limit": components["headers"]["X-Interactions-Limit"];
                    "X-Interactions-Remaining": components["headers"]["X-Interactions-Remaining"];
                    "X-Storage-Used": components["headers"]["X-Storage-Used"];
                    "X-Storage-Limit": components["headers"]["X-Storage-Limit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostWithWarnings"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            /** @description No target was published, and the body is the post with its error; or an error */
            422: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Posts-Limit": components["headers"]["X-Posts-Limit"];
                    "X-Posts-Remaining": components["headers"]["X-Posts-Remaining"];
                    "X-Interactions-Limit": components["headers"]["X-Interactions-Limit"];
                    "X-Interactions-Remaining": components["headers"]["X-Interactions-Remaining"];
                    "X-Storage-Used": components["headers"]["X-Storage-Used"];
                    "X-Storage-Limit": components["headers"]["X-Storage-Limit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostWithWarningsFailure"] | components["schemas"]["Error"];
                };
            };
            /** @description Every platform was too busy, and the body is the post with its error; or a limit is reached */
            429: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Posts-Limit": components["headers"]["X-Posts-Limit"];
                    "X-Posts-Remaining": components["headers"]["X-Posts-Remaining"];
                    "X-Interactions-Limit": components["headers"]["X-Interactions-Limit"];
                    "X-Interactions-Remaining": components["headers"]["X-Interactions-Remaining"];
                    "X-Storage-Used": components["headers"]["X-Storage-Used"];
                    "X-Storage-Limit": components["headers"]["X-Storage-Limit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostWithWarningsFailure"] | components["schemas"]["Error"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    get_post: {
        parameters: {
            query?: never;
            header?: {
                /** @description `wait=30`: the answer waits up to so many seconds, 30 at most, for the outcome. `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["PreferWait"];
            };
            path: {
                /**
                 * @description Our id, or the id of a copy on its platform
                 * @example post_01jsamp1e00000000000000000
                 */
                post_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "post_01jsamp1e00000000000000000",
                     *       "status": "published",
                     *       "hidden": false,
                     *       "retry_count": 0,
                     *       "created_at": "2027-01-01T09:00:00.000Z",
                     *       "updated_at": "2027-01-01T09:00:00.000Z",
                     *       "livemode": true,
                     *       "targets": [
                     *         {
                     *           "account_id": "acc_01jsamp1e00000000000000000",
                     *           "platform": "instagram",
                     *           "status": "published",
                     *           "published_at": "2027-01-01T09:00:00.000Z",
                     *           "platform_post_id": "example-post",
                     *           "permalink": "https://example.com/p/example-post"
                     *         }
                     *       ],
                     *       "text": "Our cake of the week: plum and cinnamon.",
                     *       "media": [
                     *         {
                     *           "source_type": "media_id",
                     *           "source": "med_01jsamp1e00000000000000000"
                     *         }
                     *       ],
                     *       "media_ids": [
                     *         "med_01jsamp1e00000000000000000"
                     *       ],
                     *       "published_at": "2027-01-01T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Post"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    delete_post: {
        parameters: {
            query?: {
                /** @description Delete it on this platform only */
                platform?: components["schemas"]["Platform"];
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example post_01jsamp1e00000000000000000 */
                post_id: components["parameters"]["path.post_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "deleted": true,
                     *       "results": [
                     *         {
                     *           "platform": "instagram",
                     *           "account_id": "acc_01jsamp1e00000000000000000",
                     *           "outcome": "deleted"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DeletePostResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    update_post: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @example post_01jsamp1e00000000000000000 */
                post_id: components["parameters"]["path.post_id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "scheduled_at": "2027-01-02T08:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["UpdatePostRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Posts-Limit": components["headers"]["X-Posts-Limit"];
                    "X-Posts-Remaining": components["headers"]["X-Posts-Remaining"];
                    "X-Interactions-Limit": components["headers"]["X-Interactions-Limit"];
                    "X-Interactions-Remaining": components["headers"]["X-Interactions-Remaining"];
                    "X-Storage-Used": components["headers"]["X-Storage-Used"];
                    "X-Storage-Limit": components["headers"]["X-Storage-Limit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "post_01jsamp1e00000000000000000",
                     *       "status": "scheduled",
                     *       "hidden": false,
                     *       "retry_count": 0,
                     *       "created_at": "2027-01-01T09:00:00.000Z",
                     *       "updated_at": "2027-01-01T09:00:00.000Z",
                     *       "livemode": true,
                     *       "targets": [
                     *         {
                     *           "account_id": "acc_01jsamp1e00000000000000000",
                     *           "platform": "instagram",
                     *           "status": "pending"
                     *         }
                     *       ],
                     *       "warnings": [],
                     *       "text": "Our cake of the week: plum and cinnamon.",
                     *       "media": [
                     *         {
                     *           "source_type": "media_id",
                     *           "source": "med_01jsamp1e00000000000000000"
                     *         }
                     *       ],
                     *       "media_ids": [
                     *         "med_01jsamp1e00000000000000000"
                     *       ],
                     *       "scheduled_at": "2027-01-02T08:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PostWithWarnings"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    get_post_constraints: {
        parameters: {
            query?: {
                /** @example instagram */
                platform?: components["schemas"]["Platform"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "instagram": {
                     *           "text": {
                     *             "max_length": 2200,
                     *             "counting_mode": "chars",
                     *             "photo_max_length": 0,
                     *             "max_hashtags": 30,
                     *             "max_mentions": 20
                     *           },
                     *           "media": {
                     *             "supported_image_types": [
                     *               "image/jpeg"
                     *             ],
                     *             "supported_video_types": [
                     *               "video/mp4"
                     *             ],
                     *             "max_image_size_bytes": 8388608,
                     *             "max_video_size_bytes": 314572800,
                     *             "min_video_duration_sec": 3,
                     *             "max_video_duration_sec": 900,
                     *             "max_video_fps": 60
                     *           },
                     *           "carousel": {
                     *             "supported": true,
                     *             "min_items": 2,
                     *             "max_items": 10,
                     *             "allow_video": true,
                     *             "images_only": false,
                     *             "photos_only": false
                     *           },
                     *           "scheduling": {
                     *             "supported": true,
                     *             "mode": "server_side"
                     *           },
                     *           "supports_platform_attachment_id": false,
                     *           "supports_mixed_media": true,
                     *           "max_text_length": 2200,
                     *           "max_title_length": 0,
                     *           "max_images": 10,
                     *           "max_videos": 10,
                     *           "max_media": 10,
                     *           "supported_media_types": [
                     *             "image/jpeg",
                     *             "video/mp4"
                     *           ],
                     *           "supports_scheduling": true,
                     *           "min_schedule_ahead_minutes": 0
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["GetPostConstraintsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    validate_post: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "text": "Our cake of the week: plum and cinnamon.",
                 *       "platforms": [
                 *         "instagram"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ValidatePostRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "valid": false,
                     *       "errors": [
                     *         {
                     *           "platform": "instagram",
                     *           "field": "media",
                     *           "rule": "media_required",
                     *           "message": "A post needs an image or a video."
                     *         }
                     *       ],
                     *       "warnings": []
                     *     }
                     */
                    "application/json": components["schemas"]["ValidatePostResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    import_posts: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["ImportPostsRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Posts-Limit": components["headers"]["X-Posts-Limit"];
                    "X-Posts-Remaining": components["headers"]["X-Posts-Remaining"];
                    "X-Interactions-Limit": components["headers"]["X-Interactions-Limit"];
                    "X-Interactions-Remaining": components["headers"]["X-Interactions-Remaining"];
                    "X-Storage-Used": components["headers"]["X-Storage-Used"];
                    "X-Storage-Limit": components["headers"]["X-Storage-Limit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "total_rows": 1,
                     *       "created": 1,
                     *       "failed": 0,
                     *       "errors": [],
                     *       "warnings": [],
                     *       "posts": [
                     *         {
                     *           "id": "post_01jsamp1e00000000000000000",
                     *           "status": "scheduled",
                     *           "hidden": false,
                     *           "retry_count": 0,
                     *           "created_at": "2027-01-01T09:00:00.000Z",
                     *           "updated_at": "2027-01-01T09:00:00.000Z",
                     *           "livemode": true,
                     *           "targets": [
                     *             {
                     *               "account_id": "acc_01jsamp1e00000000000000000",
                     *               "platform": "instagram",
                     *               "status": "pending"
                     *             }
                     *           ],
                     *           "text": "Our cake of the week: plum and cinnamon.",
                     *           "media": [
                     *             {
                     *               "source_type": "media_id",
                     *               "source": "med_01jsamp1e00000000000000000"
                     *             }
                     *           ],
                     *           "media_ids": [
                     *             "med_01jsamp1e00000000000000000"
                     *           ],
                     *           "scheduled_at": "2027-01-02T08:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ImportPostsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    publish_post: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `wait=30`: the answer waits up to so many seconds, 30 at most, for the outcome. `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["PreferWait"];
            };
            path: {
                /** @example post_01jsamp1e00000000000000000 */
                post_id: components["parameters"]["path.post_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A dry run: nothing was changed */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dry_run": true,
                     *       "id": "post_01jsamp1e00000000000000000",
                     *       "status": "publishing",
                     *       "hidden": false,
                     *       "retry_count": 0,
                     *       "created_at": "2027-01-01T09:00:00.000Z",
                     *       "updated_at": "2027-01-01T09:00:00.000Z",
                     *       "livemode": true,
                     *       "targets": [
                     *         {
                     *           "account_id": "acc_01jsamp1e00000000000000000",
                     *           "platform": "instagram",
                     *           "status": "publishing"
                     *         }
                     *       ],
                     *       "warnings": [],
                     *       "text": "Our cake of the week: plum and cinnamon.",
                     *       "media": [
                     *         {
                     *           "source_type": "media_id",
                     *           "source": "med_01jsamp1e00000000000000000"
                     *         }
                     *       ],
                     *       "media_ids": [
                     *         "med_01jsamp1e00000000000000000"
                     *       ],
                     *       "cost": {
                     *         "posts": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PostWithWarningsPreview"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Posts-Limit": components["headers"]["X-Posts-Limit"];
                    "X-Posts-Remaining": components["headers"]["X-Posts-Remaining"];
                    "X-Interactions-Limit": components["headers"]["X-Interactions-Limit"];
                    "X-Interactions-Remaining": components["headers"]["X-Interactions-Remaining"];
                    "X-Storage-Used": components["headers"]["X-Storage-Used"];
                    "X-Storage-Limit": components["headers"]["X-Storage-Limit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "post_01jsamp1e00000000000000000",
                     *       "status": "publishing",
                     *       "hidden": false,
                     *       "retry_count": 0,
                     *       "created_at": "2027-01-01T09:00:00.000Z",
                     *       "updated_at": "2027-01-01T09:00:00.000Z",
                     *       "livemode": true,
                     *       "targets": [
                     *         {
                     *           "account_id": "acc_01jsamp1e00000000000000000",
                     *           "platform": "instagram",
                     *           "status": "publishing"
                     *         }
                     *       ],
                     *       "warnings": [],
                     *       "text": "Our cake of the week: plum and cinnamon.",
                     *       "media": [
                     *         {
                     *           "source_type": "media_id",
                     *           "source": "med_01jsamp1e00000000000000000"
                     *         }
                     *       ],
                     *       "media_ids": [
                     *         "med_01jsamp1e00000000000000000"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PostWithWarnings"];
                };
            };
            /** @description Some targets were published, others were not */
            207: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Posts-Limit": components["headers"]["X-Posts-Limit"];
                    "X-Posts-Remaining": components["headers"]["X-Posts-Remaining"];
                    "X-Interactions-Limit": components["headers"]["X-Interactions-Limit"];
                    "X-Interactions-Remaining": components["headers"]["X-Interactions-Remaining"];
                    "X-Storage-Used": components["headers"]["X-Storage-Used"];
                    "X-Storage-Limit": components["headers"]["X-Storage-Limit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostWithWarnings"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            /** @description No target was published, and the body is the post with its error; or an error */
            422: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Posts-Limit": components["headers"]["X-Posts-Limit"];
                    "X-Posts-Remaining": components["headers"]["X-Posts-Remaining"];
                    "X-Interactions-Limit": components["headers"]["X-Interactions-Limit"];
                    "X-Interactions-Remaining": components["headers"]["X-Interactions-Remaining"];
                    "X-Storage-Used": components["headers"]["X-Storage-Used"];
                    "X-Storage-Limit": components["headers"]["X-Storage-Limit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostWithWarningsFailure"] | components["schemas"]["Error"];
                };
            };
            /** @description Every platform was too busy, and the body is the post with its error; or a limit is reached */
            429: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Posts-Limit": components["headers"]["X-Posts-Limit"];
                    "X-Posts-Remaining": components["headers"]["X-Posts-Remaining"];
                    "X-Interactions-Limit": components["headers"]["X-Interactions-Limit"];
                    "X-Interactions-Remaining": components["headers"]["X-Interactions-Remaining"];
                    "X-Storage-Used": components["headers"]["X-Storage-Used"];
                    "X-Storage-Limit": components["headers"]["X-Storage-Limit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostWithWarningsFailure"] | components["schemas"]["Error"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    retry_post: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `wait=30`: the answer waits up to so many seconds, 30 at most, for the outcome. `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["PreferWait"];
            };
            path: {
                /** @example post_01jsamp1e00000000000000000 */
                post_id: components["parameters"]["path.post_id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RetryPostRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Posts-Limit": components["headers"]["X-Posts-Limit"];
                    "X-Posts-Remaining": components["headers"]["X-Posts-Remaining"];
                    "X-Interactions-Limit": components["headers"]["X-Interactions-Limit"];
                    "X-Interactions-Remaining": components["headers"]["X-Interactions-Remaining"];
                    "X-Storage-Used": components["headers"]["X-Storage-Used"];
                    "X-Storage-Limit": components["headers"]["X-Storage-Limit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "post_01jsamp1e00000000000000000",
                     *       "status": "publishing",
                     *       "hidden": false,
                     *       "retry_count": 1,
                     *       "created_at": "2027-01-01T09:00:00.000Z",
                     *       "updated_at": "2027-01-01T09:00:00.000Z",
                     *       "livemode": true,
                     *       "targets": [
                     *         {
                     *           "account_id": "acc_01jsamp1e00000000000000000",
                     *           "platform": "instagram",
                     *           "status": "publishing"
                     *         }
                     *       ],
                     *       "success": true,
                     *       "text": "Our cake of the week: plum and cinnamon.",
                     *       "media": [
                     *         {
                     *           "source_type": "media_id",
                     *           "source": "med_01jsamp1e00000000000000000"
                     *         }
                     *       ],
                     *       "media_ids": [
                     *         "med_01jsamp1e00000000000000000"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RetryPostResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    unpublish_post: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @example post_01jsamp1e00000000000000000 */
                post_id: components["parameters"]["path.post_id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "account_id": "acc_01jsamp1e00000000000000000"
                 *     }
                 */
                "application/json": components["schemas"]["UnpublishPostRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "unpublished_count": 1,
                     *       "results": [
                     *         {
                     *           "platform": "instagram",
                     *           "account_id": "acc_01jsamp1e00000000000000000",
                     *           "outcome": "unpublished"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["UnpublishPostResponse"];
                };
            };
            /** @description Some targets were published, others were not */
            207: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnpublishPostResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    resolve_target: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @example post_01jsamp1e00000000000000000 */
                post_id: components["parameters"]["path.post_id"];
                /**
                 * @description The account of the target
                 * @example acc_01jsamp1e00000000000000000
                 */
                account_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "outcome": "published",
                 *       "platform_post_id": "example-post"
                 *     }
                 */
                "application/json": components["schemas"]["ResolveTargetRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "post_01jsamp1e00000000000000000",
                     *       "status": "published",
                     *       "hidden": false,
                     *       "retry_count": 0,
                     *       "created_at": "2027-01-01T09:00:00.000Z",
                     *       "updated_at": "2027-01-01T09:00:00.000Z",
                     *       "livemode": true,
                     *       "targets": [
                     *         {
                     *           "account_id": "acc_01jsamp1e00000000000000000",
                     *           "platform": "instagram",
                     *           "status": "published",
                     *           "published_at": "2027-01-01T09:00:00.000Z",
                     *           "platform_post_id": "example-post",
                     *           "permalink": "https://example.com/p/example-post"
                     *         }
                     *       ],
                     *       "text": "Our cake of the week: plum and cinnamon.",
                     *       "media": [
                     *         {
                     *           "source_type": "media_id",
                     *           "source": "med_01jsamp1e00000000000000000"
                     *         }
                     *       ],
                     *       "media_ids": [
                     *         "med_01jsamp1e00000000000000000"
                     *       ],
                     *       "published_at": "2027-01-01T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Post"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    list_post_attempts: {
        parameters: {
            query?: {
                /** @description Results per page, 1 to 100, default 25 */
                limit?: components["parameters"]["query.limit"];
                /** @description The cursor of the previous answer, unchanged */
                cursor?: components["parameters"]["query.cursor"];
            };
            header?: never;
            path: {
                /** @example post_01jsamp1e00000000000000000 */
                post_id: components["parameters"]["path.post_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "account_id": "acc_01jsamp1e00000000000000000",
                     *           "platform": "instagram",
                     *           "action": "publish",
                     *           "action_id": "act_01jsamp1e00000000000000000",
                     *           "attempt": 0,
                     *           "step": 2,
                     *           "at": "2027-01-01T09:00:00.000Z",
                     *           "detail": {
                     *             "platform_id": "example-post"
                     *           },
                     *           "livemode": true,
                     *           "state": "published"
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "pagination": {
                     *         "limit": 25,
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AttemptList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    get_post_metrics: {
        parameters: {
            query?: {
                /** @description `live` asks the platforms; where one does not answer, the stored numbers are shown */
                source?: "live" | "stored";
                /** @description true adds `history` */
                history?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description Our id, or the id of a copy on its platform
                 * @example post_01jsamp1e00000000000000000
                 */
                post_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "post_id": "post_01jsamp1e00000000000000000",
                     *         "targets": [
                     *           {
                     *             "account_id": "acc_01jsamp1e00000000000000000",
                     *             "platform": "instagram",
                     *             "status": "published",
                     *             "platform_post_id": "example-post",
                     *             "metrics": {
                     *               "likes": 48,
                     *               "comments": 1,
                     *               "shares": 3,
                     *               "saves": 5,
                     *               "extra": {
                     *                 "views": 920
                     *               },
                     *               "unknown": []
                     *             },
                     *             "source": "live",
                     *             "metrics_synced_at": "2027-01-01T09:00:00.000Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["GetPostMetricsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    list_platforms: {
        parameters: {
            query?: {
                /** @description Results per page, 1 to 100, default 25 */
                limit?: components["parameters"]["query.limit"];
                /** @description The cursor of the previous answer, unchanged */
                cursor?: components["parameters"]["query.cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "platform": "instagram",
                     *           "display_name": "Instagram",
                     *           "version": {
                     *             "name": "v1"
                     *           },
                     *           "connect": {
                     *             "kind": "oauth",
                     *             "own_app": false
                     *           },
                     *           "capabilities": {
                     *             "publish": true,
                     *             "schedule": true,
                     *             "pages": false,
                     *             "boards": false,
                     *             "thread": false,
                     *             "edit": false,
                     *             "delete": false,
                     *             "first_comment": true,
                     *             "metrics": true,
                     *             "exports": false,
                     *             "account_metrics": false,
                     *             "daily_metrics": false,
                     *             "comments": true,
                     *             "replies": true,
                     *             "reply": true,
                     *             "delete_comment": false,
                     *             "hide": false,
                     *             "like": false,
                     *             "edit_comment": false,
                     *             "moderate_comments": false,
                     *             "private_reply": false,
                     *             "messages": false,
                     *             "quick_replies": false,
                     *             "reviews": false,
                     *             "mentions": false,
                     *             "reply_to_mention": false,
                     *             "templates": false
                     *           },
                     *           "inbound": [
                     *             "push",
                     *             "poll"
                     *           ],
                     *           "events": [
                     *             "comment.received"
                     *           ],
                     *           "limits": {
                     *             "text": {
                     *               "length_max": 2200,
                     *               "counting": "chars",
                     *               "bytes_max": 0,
                     *               "photo_length_max": 0,
                     *               "hashtags_max": 30,
                     *               "mentions_max": 20
                     *             },
                     *             "title": {
                     *               "length_max": 0,
                     *               "required": false
                     *             },
                     *             "media": {
                     *               "required": true,
                     *               "items_max": 10,
                     *               "images_min": 0,
                     *               "images_max": 10,
                     *               "videos_max": 10,
                     *               "mixed": true,
                     *               "image_types": [
                     *                 "image/jpeg"
                     *               ],
                     *               "image_types_uncertain": [],
                     *               "video_types": [
                     *                 "video/mp4"
                     *               ],
                     *               "image_bytes_max": 8388608,
                     *               "gif_bytes_max": 0,
                     *               "video_bytes_max": 314572800,
                     *               "video_seconds_min": 3,
                     *               "video_seconds_max": 900,
                     *               "video_fps_max": 60,
                     *               "sources": [
                     *                 "media_id",
                     *                 "url"
                     *               ],
                     *               "attachment_alone": false
                     *             },
                     *             "alt_text": {
                     *               "length_max": 1000,
                     *               "on_videos": false
                     *             },
                     *             "visibility": [
                     *               "public"
                     *             ],
                     *             "segments": {
                     *               "items_max": 0
                     *             },
                     *             "comment": {
                     *               "length_max": 300
                     *             },
                     *             "scheduling": {
                     *               "mode": "server_side"
                     *             },
                     *             "carousel": {
                     *               "items_min": 2,
                     *               "items_max": 10,
                     *               "photos_only": false
                     *             }
                     *           },
                     *           "recovery_class": "B"
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "pagination": {
                     *         "limit": 25,
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PlatformDetailList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    list_commented_posts: {
        parameters: {
            query?: {
                /** @description Results per page, 1 to 100, default 25 */
                limit?: components["parameters"]["query.limit"];
                /** @description The cursor of the previous answer, unchanged */
                cursor?: components["parameters"]["query.cursor"];
                account_id?: components["parameters"]["query.account_id"];
                brand_id?: string;
                platform?: components["parameters"]["query.platform"];
                min_comments?: number;
                /** @description Posts whose newest comment is from this time or later */
                since?: string;
                sort_by?: "date";
                sort_order?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "user_id": "ws_01jsamp1e00000000000000000",
                     *           "account_id": "acc_01jsamp1e00000000000000000",
                     *           "platform": "instagram",
                     *           "platform_id": "example-post",
                     *           "content": "Our cake of the week: plum and cinnamon.",
                     *           "thumbnail": "",
                     *           "permalink": "https://example.com/p/example-post",
                     *           "comment_count": 1,
                     *           "like_count": 0,
                     *           "created_at": "2027-01-01T09:00:00.000Z",
                     *           "updated_at": "2027-01-01T09:20:00.000Z",
                     *           "livemode": true,
                     *           "id": "ip_01jsamp1e00000000000000000",
                     *           "post_id": "post_01jsamp1e00000000000000000",
                     *           "published_at": "2027-01-01T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "pagination": {
                     *         "limit": 25,
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InboxPostList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    list_comments: {
        parameters: {
            query?: {
                /** @description Needed only when several accounts published the post */
                account_id?: components["parameters"]["query.account_id.2"];
                /** @description The state of moderation, on platforms that have it; elsewhere every comment is published */
                moderation_status?: "published" | "held_for_review" | "likely_spam";
                /** @description recent (default): newest first; relevance: most liked first */
                order?: "recent" | "relevance";
                /** @description A part of the text */
                q?: string;
                /** @description true reads the platform, even when our comments are fresh */
                refresh?: boolean;
                /** @description Results per page, 1 to 100, default 25 */
                limit?: components["parameters"]["query.limit"];
                /** @description The cursor of the previous answer, unchanged */
                cursor?: components["parameters"]["query.cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The post: `ip_…`, `post_…` or the platform’s id
                 * @example ip_01jsamp1e00000000000000000
                 */
                post_id: components["parameters"]["path.post_id.2"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "cmt_01jsamp1e00000000000000000",
                     *           "inbox_post_id": "ip_01jsamp1e00000000000000000",
                     *           "platform_id": "example-comment",
                     *           "platform": "instagram",
                     *           "account_id": "acc_01jsamp1e00000000000000000",
                     *           "text": "Is it vegan?",
                     *           "author_id": "example-person",
                     *           "is_owner": false,
                     *           "like_count": 0,
                     *           "reply_count": 0,
                     *           "has_replies": false,
                     *           "is_hidden": false,
                     *           "is_liked": false,
                     *           "liked_by_viewer": false,
                     *           "created_at": "2027-01-01T09:20:00.000Z",
                     *           "capabilities": {
                     *             "can_reply": true,
                     *             "can_delete": true,
                     *             "can_hide": true,
                     *             "can_like": false,
                     *             "can_private_reply": true
                     *           },
                     *           "livemode": true,
                     *           "author_name": "Maya",
                     *           "author_username": "maya"
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "pagination": {
                     *         "limit": 25,
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CommentList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    reply: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description The post: `ip_…`, `post_…` or the platform’s id
                 * @example ip_01jsamp1e00000000000000000
                 */
                post_id: components["parameters"]["path.post_id.2"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Yes, and so is the cream.",
                 *       "comment_id": "cmt_01jsamp1e00000000000000000"
                 *     }
                 */
                "application/json": components["schemas"]["ReplyRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Posts-Limit": components["headers"]["X-Posts-Limit"];
                    "X-Posts-Remaining": components["headers"]["X-Posts-Remaining"];
                    "X-Interactions-Limit": components["headers"]["X-Interactions-Limit"];
                    "X-Interactions-Remaining": components["headers"]["X-Interactions-Remaining"];
                    "X-Storage-Used": components["headers"]["X-Storage-Used"];
                    "X-Storage-Limit": components["headers"]["X-Storage-Limit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "comment_id": "cmt_01jsamp1e00000000000000001",
                     *       "platform_id": "example-reply"
                     *     }
                     */
                    "application/json": components["schemas"]["ReplyResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    list_comment_replies: {
        parameters: {
            query?: {
                /** @description Needed only when several accounts published the post */
                account_id?: components["parameters"]["query.account_id.2"];
                /** @description true reads the platform, even when our comments are fresh */
                refresh?: boolean;
                /** @description Results per page, 1 to 100, default 25 */
                limit?: components["parameters"]["query.limit"];
                /** @description The cursor of the previous answer, unchanged */
                cursor?: components["parameters"]["query.cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The post: `ip_…`, `post_…` or the platform’s id
                 * @example ip_01jsamp1e00000000000000000
                 */
                post_id: components["parameters"]["path.post_id.2"];
                /**
                 * @description Our id or the platform’s
                 * @example cmt_01jsamp1e00000000000000000
                 */
                comment_id: components["parameters"]["path.comment_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "cmt_01jsamp1e00000000000000001",
                     *           "inbox_post_id": "ip_01jsamp1e00000000000000000",
                     *           "platform_id": "example-reply",
                     *           "platform": "instagram",
                     *           "account_id": "acc_01jsamp1e00000000000000000",
                     *           "text": "Yes, and so is the cream.",
                     *           "author_id": "example-account",
                     *           "is_owner": true,
                     *           "like_count": 0,
                     *           "reply_count": 0,
                     *           "has_replies": false,
                     *           "is_hidden": false,
                     *           "is_liked": false,
                     *           "liked_by_viewer": false,
                     *           "created_at": "2027-01-01T09:25:00.000Z",
                     *           "capabilities": {
                     *             "can_reply": true,
                     *             "can_delete": true,
                     *             "can_hide": true,
                     *             "can_like": false,
                     *             "can_private_reply": false
                     *           },
                     *           "livemode": true,
                     *           "author_name": "Harbour Café",
                     *           "author_username": "harbourcafe",
                     *           "parent_id": "cmt_01jsamp1e00000000000000000"
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "pagination": {
                     *         "limit": 25,
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CommentList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    delete_comment: {
        parameters: {
            query?: {
                /** @description Needed only when several accounts published the post */
                account_id?: components["parameters"]["query.account_id.2"];
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The post: `ip_…`, `post_…` or the platform’s id
                 * @example ip_01jsamp1e00000000000000000
                 */
                post_id: components["parameters"]["path.post_id.2"];
                /**
                 * @description Our id or the platform’s
                 * @example cmt_01jsamp1e00000000000000000
                 */
                comment_id: components["parameters"]["path.comment_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": components["schemas"]["DeleteCommentResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    hide_comment: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description The post: `ip_…`, `post_…` or the platform’s id
                 * @example ip_01jsamp1e00000000000000000
                 */
                post_id: components["parameters"]["path.post_id.2"];
                /**
                 * @description Our id or the platform’s
                 * @example cmt_01jsamp1e00000000000000000
                 */
                comment_id: components["parameters"]["path.comment_id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["HideCommentRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": components["schemas"]["HideCommentResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    unhide_comment: {
        parameters: {
            query?: {
                /** @description Needed only when several accounts published the post */
                account_id?: components["parameters"]["query.account_id.2"];
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The post: `ip_…`, `post_…` or the platform’s id
                 * @example ip_01jsamp1e00000000000000000
                 */
                post_id: components["parameters"]["path.post_id.2"];
                /**
                 * @description Our id or the platform’s
                 * @example cmt_01jsamp1e00000000000000000
                 */
                comment_id: components["parameters"]["path.comment_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": components["schemas"]["UnhideCommentResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    like_comment: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description The post: `ip_…`, `post_…` or the platform’s id
                 * @example ip_01jsamp1e00000000000000000
                 */
                post_id: components["parameters"]["path.post_id.2"];
                /**
                 * @description Our id or the platform’s
                 * @example cmt_01jsamp1e00000000000000000
                 */
                comment_id: components["parameters"]["path.comment_id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["LikeCommentRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": components["schemas"]["LikeCommentResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    unlike_comment: {
        parameters: {
            query?: {
                /** @description Needed only when several accounts published the post */
                account_id?: components["parameters"]["query.account_id.2"];
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The post: `ip_…`, `post_…` or the platform’s id
                 * @example ip_01jsamp1e00000000000000000
                 */
                post_id: components["parameters"]["path.post_id.2"];
                /**
                 * @description Our id or the platform’s
                 * @example cmt_01jsamp1e00000000000000000
                 */
                comment_id: components["parameters"]["path.comment_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": components["schemas"]["UnlikeCommentResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    reply_privately: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description The post: `ip_…`, `post_…` or the platform’s id
                 * @example ip_01jsamp1e00000000000000000
                 */
                post_id: components["parameters"]["path.post_id.2"];
                /**
                 * @description Our id or the platform’s
                 * @example cmt_01jsamp1e00000000000000000
                 */
                comment_id: components["parameters"]["path.comment_id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Shall we keep you a slice?"
                 *     }
                 */
                "application/json": components["schemas"]["ReplyPrivatelyRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Posts-Limit": components["headers"]["X-Posts-Limit"];
                    "X-Posts-Remaining": components["headers"]["X-Posts-Remaining"];
                    "X-Interactions-Limit": components["headers"]["X-Interactions-Limit"];
                    "X-Interactions-Remaining": components["headers"]["X-Interactions-Remaining"];
                    "X-Storage-Used": components["headers"]["X-Storage-Used"];
                    "X-Storage-Limit": components["headers"]["X-Storage-Limit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": components["schemas"]["ReplyPrivatelyResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    list_conversations: {
        parameters: {
            query?: {
                /** @description Results per page, 1 to 100, default 25 */
                limit?: components["parameters"]["query.limit"];
                /** @description The cursor of the previous answer, unchanged */
                cursor?: components["parameters"]["query.cursor"];
                account_id?: components["parameters"]["query.account_id"];
                brand_id?: string;
                /** @description Conversations of this page of an account only */
                page_id?: string;
                platform?: components["parameters"]["query.platform"];
                /** @description active without it */
                status?: "active" | "archived";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "conv_01jsamp1e00000000000000000",
                     *           "user_id": "ws_01jsamp1e00000000000000000",
                     *           "account_id": "acc_01jsamp1e00000000000000000",
                     *           "platform": "instagram",
                     *           "platform_id": "t_1001",
                     *           "participant_id": "example-person",
                     *           "participant_name": "Maya",
                     *           "status": "active",
                     *           "unread_count": 1,
                     *           "created_at": "2027-01-01T09:00:00.000Z",
                     *           "updated_at": "2027-01-01T09:00:00.000Z",
                     *           "capabilities": {
                     *             "can_send": true,
                     *             "can_send_attachments": true,
                     *             "can_send_interactive": true,
                     *             "can_send_templates": false
                     *           },
                     *           "livemode": true,
                     *           "last_message": "Do you deliver?",
                     *           "last_message_at": "2027-01-01T09:00:00.000Z",
                     *           "window_closes_at": "2027-01-02T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "pagination": {
                     *         "limit": 25,
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ConversationList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    get_conversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example conv_01jsamp1e00000000000000000 */
                conversation_id: components["parameters"]["path.conversation_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "conv_01jsamp1e00000000000000000",
                     *         "user_id": "ws_01jsamp1e00000000000000000",
                     *         "account_id": "acc_01jsamp1e00000000000000000",
                     *         "platform": "instagram",
                     *         "platform_id": "t_1001",
                     *         "participant_id": "example-person",
                     *         "participant_name": "Maya",
                     *         "status": "active",
                     *         "unread_count": 1,
                     *         "created_at": "2027-01-01T09:00:00.000Z",
                     *         "updated_at": "2027-01-01T09:00:00.000Z",
                     *         "capabilities": {
                     *           "can_send": true,
                     *           "can_send_attachments": true,
                     *           "can_send_interactive": true,
                     *           "can_send_templates": false
                     *         },
                     *         "livemode": true,
                     *         "last_message": "Do you deliver?",
                     *         "last_message_at": "2027-01-01T09:00:00.000Z",
                     *         "window_closes_at": "2027-01-02T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["GetConversationResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    update_conversation: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @example conv_01jsamp1e00000000000000000 */
                conversation_id: components["parameters"]["path.conversation_id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "status": "archived"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateConversationRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "success": true,
                     *       "data": {
                     *         "id": "conv_01jsamp1e00000000000000000",
                     *         "user_id": "ws_01jsamp1e00000000000000000",
                     *         "account_id": "acc_01jsamp1e00000000000000000",
                     *         "platform": "instagram",
                     *         "platform_id": "t_1001",
                     *         "participant_id": "example-person",
                     *         "participant_name": "Maya",
                     *         "status": "archived",
                     *         "unread_count": 1,
                     *         "created_at": "2027-01-01T09:00:00.000Z",
                     *         "updated_at": "2027-01-01T09:00:00.000Z",
                     *         "capabilities": {
                     *           "can_send": true,
                     *           "can_send_attachments": true,
                     *           "can_send_interactive": true,
                     *           "can_send_templates": false
                     *         },
                     *         "livemode": true,
                     *         "last_message": "Do you deliver?",
                     *         "last_message_at": "2027-01-01T09:00:00.000Z",
                     *         "window_closes_at": "2027-01-02T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ChangedConversation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    mark_conversation_read: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example conv_01jsamp1e00000000000000000 */
                conversation_id: components["parameters"]["path.conversation_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "success": true,
                     *       "data": {
                     *         "id": "conv_01jsamp1e00000000000000000",
                     *         "user_id": "ws_01jsamp1e00000000000000000",
                     *         "account_id": "acc_01jsamp1e00000000000000000",
                     *         "platform": "instagram",
                     *         "platform_id": "t_1001",
                     *         "participant_id": "example-person",
                     *         "participant_name": "Maya",
                     *         "status": "active",
                     *         "unread_count": 0,
                     *         "created_at": "2027-01-01T09:00:00.000Z",
                     *         "updated_at": "2027-01-01T09:00:00.000Z",
                     *         "capabilities": {
                     *           "can_send": true,
                     *           "can_send_attachments": true,
                     *           "can_send_interactive": true,
                     *           "can_send_templates": false
                     *         },
                     *         "livemode": true,
                     *         "last_message": "Do you deliver?",
                     *         "last_message_at": "2027-01-01T09:00:00.000Z",
                     *         "window_closes_at": "2027-01-02T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ChangedConversation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    mark_conversation_unread: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example conv_01jsamp1e00000000000000000 */
                conversation_id: components["parameters"]["path.conversation_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "success": true,
                     *       "data": {
                     *         "id": "conv_01jsamp1e00000000000000000",
                     *         "user_id": "ws_01jsamp1e00000000000000000",
                     *         "account_id": "acc_01jsamp1e00000000000000000",
                     *         "platform": "instagram",
                     *         "platform_id": "t_1001",
                     *         "participant_id": "example-person",
                     *         "participant_name": "Maya",
                     *         "status": "active",
                     *         "unread_count": 1,
                     *         "created_at": "2027-01-01T09:00:00.000Z",
                     *         "updated_at": "2027-01-01T09:00:00.000Z",
                     *         "capabilities": {
                     *           "can_send": true,
                     *           "can_send_attachments": true,
                     *           "can_send_interactive": true,
                     *           "can_send_templates": false
                     *         },
                     *         "livemode": true,
                     *         "last_message": "Do you deliver?",
                     *         "last_message_at": "2027-01-01T09:00:00.000Z",
                     *         "window_closes_at": "2027-01-02T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ChangedConversation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    list_messages: {
        parameters: {
            query?: {
                /** @description Results per page, 1 to 100, default 25 */
                limit?: components["parameters"]["query.limit"];
                /** @description The cursor of the previous answer, unchanged */
                cursor?: components["parameters"]["query.cursor"];
            };
            header?: never;
            path: {
                /** @example conv_01jsamp1e00000000000000000 */
                conversation_id: components["parameters"]["path.conversation_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "msg_01jsamp1e00000000000000000",
                     *           "conversation_id": "conv_01jsamp1e00000000000000000",
                     *           "account_id": "acc_01jsamp1e00000000000000000",
                     *           "platform": "instagram",
                     *           "direction": "incoming",
                     *           "sender_id": "example-person",
                     *           "sender_name": "Maya",
                     *           "attachments": [],
                     *           "metadata": {},
                     *           "reactions": [],
                     *           "is_deleted": false,
                     *           "created_at": "2027-01-01T09:00:00.000Z",
                     *           "livemode": true,
                     *           "platform_id": "m_1",
                     *           "text": "Do you deliver?"
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "pagination": {
                     *         "limit": 25,
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MessageList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    send_message: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @example conv_01jsamp1e00000000000000000 */
                conversation_id: components["parameters"]["path.conversation_id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "text": "Yes. Where to?",
                 *       "quick_replies": [
                 *         {
                 *           "title": "Harbour",
                 *           "payload": "HARBOUR"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["SendMessageRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Posts-Limit": components["headers"]["X-Posts-Limit"];
                    "X-Posts-Remaining": components["headers"]["X-Posts-Remaining"];
                    "X-Interactions-Limit": components["headers"]["X-Interactions-Limit"];
                    "X-Interactions-Remaining": components["headers"]["X-Interactions-Remaining"];
                    "X-Storage-Used": components["headers"]["X-Storage-Used"];
                    "X-Storage-Limit": components["headers"]["X-Storage-Limit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message_id": "msg_01jsamp1e00000000000000000",
                     *       "message_ids": [
                     *         "msg_01jsamp1e00000000000000000"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SentMessage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    retry_message: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @example conv_01jsamp1e00000000000000000 */
                conversation_id: components["parameters"]["path.conversation_id"];
                /** @example msg_01jsamp1e00000000000000000 */
                message_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RetryMessageRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Posts-Limit": components["headers"]["X-Posts-Limit"];
                    "X-Posts-Remaining": components["headers"]["X-Posts-Remaining"];
                    "X-Interactions-Limit": components["headers"]["X-Interactions-Limit"];
                    "X-Interactions-Remaining": components["headers"]["X-Interactions-Remaining"];
                    "X-Storage-Used": components["headers"]["X-Storage-Used"];
                    "X-Storage-Limit": components["headers"]["X-Storage-Limit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message_id": "msg_01jsamp1e00000000000000000",
                     *       "message_ids": [
                     *         "msg_01jsamp1e00000000000000000"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SentMessage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    list_reviews: {
        parameters: {
            query?: {
                /** @description Results per page, 1 to 100, default 25 */
                limit?: components["parameters"]["query.limit"];
                /** @description The cursor of the previous answer, unchanged */
                cursor?: components["parameters"]["query.cursor"];
                account_id?: components["parameters"]["query.account_id"];
                platform?: components["parameters"]["query.platform"];
                /** @description Written at this time or later */
                since?: string;
                /** @description true reads the platforms, even when our reviews are fresh */
                refresh?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "rev_01jsamp1e00000000000000000",
                     *           "platform": "google",
                     *           "account_id": "acc_01jsamp1e00000000000000000",
                     *           "platform_id": "accounts/1/locations/1/reviews/1",
                     *           "rating": 5,
                     *           "author": "Maya",
                     *           "author_details": {
                     *             "name": "Maya",
                     *             "id": "example-person"
                     *           },
                     *           "created_at": "2027-01-01T09:00:00.000Z",
                     *           "updated_at": "2027-01-01T09:00:00.000Z",
                     *           "capabilities": {
                     *             "can_reply": true,
                     *             "can_edit_reply": false,
                     *             "can_delete_reply": false
                     *           },
                     *           "livemode": true,
                     *           "text": "The best rolls in town"
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "pagination": {
                     *         "limit": 25,
                     *         "has_more": false
                     *       },
                     *       "meta": {
                     *         "accounts_queried": 1,
                     *         "accounts_failed": 0,
                     *         "failed_accounts": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ReviewList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    list_review_accounts: {
        parameters: {
            query?: {
                /** @description Results per page, 1 to 100, default 25 */
                limit?: components["parameters"]["query.limit"];
                /** @description The cursor of the previous answer, unchanged */
                cursor?: components["parameters"]["query.cursor"];
                platform?: components["parameters"]["query.platform"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "account_id": "acc_01jsamp1e00000000000000000",
                     *           "name": "Harbour Café",
                     *           "platform": "google",
                     *           "average_rating": 4.8,
                     *           "total_count": 57,
                     *           "status": "ok",
                     *           "last_review_at": "2027-01-01T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "pagination": {
                     *         "limit": 25,
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ReviewAccountList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    list_account_reviews: {
        parameters: {
            query?: {
                /**
                 * @description newest without it
                 * @example rating_desc
                 */
                order?: "newest" | "rating_asc" | "rating_desc";
                /** @description true reads the platform, even when our reviews are fresh */
                refresh?: boolean;
                /** @description Results per page, 1 to 100, default 25 */
                limit?: components["parameters"]["query.limit"];
                /** @description The cursor of the previous answer, unchanged */
                cursor?: components["parameters"]["query.cursor"];
            };
            header?: never;
            path: {
                /** @example acc_01jsamp1e00000000000000000 */
                account_id: components["parameters"]["path.account_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "rev_01jsamp1e00000000000000000",
                     *           "platform": "google",
                     *           "account_id": "acc_01jsamp1e00000000000000000",
                     *           "platform_id": "accounts/1/locations/1/reviews/1",
                     *           "rating": 5,
                     *           "author": "Maya",
                     *           "author_details": {
                     *             "name": "Maya",
                     *             "id": "example-person"
                     *           },
                     *           "created_at": "2027-01-01T09:00:00.000Z",
                     *           "updated_at": "2027-01-01T09:00:00.000Z",
                     *           "capabilities": {
                     *             "can_reply": true,
                     *             "can_edit_reply": false,
                     *             "can_delete_reply": false
                     *           },
                     *           "livemode": true,
                     *           "text": "The best rolls in town"
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "pagination": {
                     *         "limit": 25,
                     *         "has_more": false
                     *       },
                     *       "summary": {
                     *         "average_rating": 4.8,
                     *         "total_count": 57
                     *       },
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": components["schemas"]["ListAccountReviewsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    edit_review_reply: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description Our id or the platform’s
                 * @example rev_01jsamp1e00000000000000000
                 */
                review_id: components["parameters"]["path.review_id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Thank you, see you soon!"
                 *     }
                 */
                "application/json": components["schemas"]["EditReviewReplyRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "reply_id": "accounts/1/locations/1/reviews/1"
                     *     }
                     */
                    "application/json": components["schemas"]["ReviewReplyResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    reply_to_review: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description Our id or the platform’s
                 * @example rev_01jsamp1e00000000000000000
                 */
                review_id: components["parameters"]["path.review_id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Thank you!"
                 *     }
                 */
                "application/json": components["schemas"]["ReplyToReviewRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Posts-Limit": components["headers"]["X-Posts-Limit"];
                    "X-Posts-Remaining": components["headers"]["X-Posts-Remaining"];
                    "X-Interactions-Limit": components["headers"]["X-Interactions-Limit"];
                    "X-Interactions-Remaining": components["headers"]["X-Interactions-Remaining"];
                    "X-Storage-Used": components["headers"]["X-Storage-Used"];
                    "X-Storage-Limit": components["headers"]["X-Storage-Limit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "reply_id": "accounts/1/locations/1/reviews/1"
                     *     }
                     */
                    "application/json": components["schemas"]["ReviewReplyResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    delete_review_reply: {
        parameters: {
            query?: {
                /** @description Must be the account of the review, where it is given */
                account_id?: string;
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Our id or the platform’s
                 * @example rev_01jsamp1e00000000000000000
                 */
                review_id: components["parameters"]["path.review_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "reply_id": "accounts/1/locations/1/reviews/1"
                     *     }
                     */
                    "application/json": components["schemas"]["ReviewReplyResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    list_mentions: {
        parameters: {
            query?: {
                /** @description Made at this time or later */
                since?: string;
                /** @description Results per page, 1 to 100, default 25 */
                limit?: components["parameters"]["query.limit"];
                /** @description The cursor of the previous answer, unchanged */
                cursor?: components["parameters"]["query.cursor"];
            };
            header?: never;
            path: {
                /** @example acc_01jsamp1e00000000000000000 */
                account_id: components["parameters"]["path.account_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "type": "mention",
                     *           "platform": "instagram",
                     *           "account_id": "acc_01jsamp1e00000000000000000",
                     *           "platform_id": "example-mention",
                     *           "author": {
                     *             "name": "Maya",
                     *             "id": "example-person",
                     *             "username": "maya"
                     *           },
                     *           "content": {
                     *             "text": "Breakfast at @harbourcafe",
                     *             "media": []
                     *           },
                     *           "metadata": {
                     *             "mention_type": "caption"
                     *           },
                     *           "created_at": "2027-01-01T09:00:00.000Z",
                     *           "received_at": "2027-01-01T09:00:00.000Z",
                     *           "is_reply": false,
                     *           "livemode": true,
                     *           "capabilities": {
                     *             "can_reply": true
                     *           },
                     *           "id": "mnt_01jsamp1e00000000000000000",
                     *           "permalink": "https://example.com/p/3"
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "pagination": {
                     *         "limit": 25,
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MentionList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    reply_to_mention: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @example acc_01jsamp1e00000000000000000 */
                account_id: components["parameters"]["path.account_id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "media_id": "mnt_01jsamp1e00000000000000000",
                 *       "text": "Come again!"
                 *     }
                 */
                "application/json": components["schemas"]["ReplyToMentionRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Posts-Limit": components["headers"]["X-Posts-Limit"];
                    "X-Posts-Remaining": components["headers"]["X-Posts-Remaining"];
                    "X-Interactions-Limit": components["headers"]["X-Interactions-Limit"];
                    "X-Interactions-Remaining": components["headers"]["X-Interactions-Remaining"];
                    "X-Storage-Used": components["headers"]["X-Storage-Used"];
                    "X-Storage-Limit": components["headers"]["X-Storage-Limit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "comment_id": "example-reply"
                     *     }
                     */
                    "application/json": components["schemas"]["ReplyToMentionResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    list_media: {
        parameters: {
            query?: {
                /** @description Results per page, 1 to 100, default 25 */
                limit?: components["parameters"]["query.limit"];
                /** @description The cursor of the previous answer, unchanged */
                cursor?: components["parameters"]["query.cursor"];
                /** @description Only in this folder; empty: in none */
                folder?: string;
                /** @description Only items with this tag */
                tag?: string;
                /** @example image */
                kind?: "image" | "video" | "audio" | "file";
                /** @description Words of the name or the description, or their beginnings */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "med_01jsamp1e00000000000000000",
                     *           "filename": "plum-cake.jpg",
                     *           "content_type": "image/jpeg",
                     *           "size_bytes": 482133,
                     *           "status": "ready",
                     *           "url": "https://example.com/media/files/plum-cake.jpg?signature=example",
                     *           "alt_text": "A plum cake on a wooden table",
                     *           "folder": "Cakes",
                     *           "tags": [
                     *             "cake"
                     *           ],
                     *           "created_at": "2027-01-01T09:00:00.000Z",
                     *           "livemode": true,
                     *           "kind": "image",
                     *           "width": 1080,
                     *           "height": 1350
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "pagination": {
                     *         "limit": 25,
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MediaItemList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    get_media_storage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "used_bytes": 482133,
                     *       "limit_bytes": 104857600,
                     *       "count": 1,
                     *       "livemode": true
                     *     }
                     */
                    "application/json": components["schemas"]["GetMediaStorageResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    get_upload_url: {
        parameters: {
            query: {
                /** @description Holds the storage for the file */
                size_bytes?: number;
                /**
                 * @description The PUT must have it as its Content-Type; parameters after a semicolon do not count
                 * @example image/jpeg
                 */
                media_type: string;
                /**
                 * @description Shown in lists and given to downloads
                 * @example plum-cake.jpg
                 */
                filename: string;
                /** @description Empty: in no folder */
                folder?: string;
                /**
                 * @description A description for people who cannot see the file
                 * @example A plum cake on a wooden table
                 */
                alt_text?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "X-Storage-Used": components["headers"]["X-Storage-Used"];
                    "X-Storage-Limit": components["headers"]["X-Storage-Limit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "media_id": "med_01jsamp1e00000000000000000",
                     *       "expires_at": "2027-01-01T09:15:00.000Z",
                     *       "upload_url": "https://example.com/media/uploads/plum-cake.jpg?signature=example"
                     *     }
                     */
                    "application/json": components["schemas"]["GetUploadUrlResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    upload_media: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["UploadMediaRequest"];
            };
        };
        responses: {
            /** @description A dry run: nothing was changed */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dry_run": true,
                     *       "media_id": "med_01jsamp1e00000000000000000"
                     *     }
                     */
                    "application/json": components["schemas"]["UploadMediaResponsePreview"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Storage-Used": components["headers"]["X-Storage-Used"];
                    "X-Storage-Limit": components["headers"]["X-Storage-Limit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "media_id": "med_01jsamp1e00000000000000000"
                     *     }
                     */
                    "application/json": components["schemas"]["UploadMediaResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    get_media: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example med_01jsamp1e00000000000000000 */
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "med_01jsamp1e00000000000000000",
                     *       "filename": "plum-cake.jpg",
                     *       "content_type": "image/jpeg",
                     *       "size_bytes": 482133,
                     *       "status": "ready",
                     *       "url": "https://example.com/media/files/plum-cake.jpg?signature=example",
                     *       "alt_text": "A plum cake on a wooden table",
                     *       "folder": "Cakes",
                     *       "tags": [
                     *         "cake"
                     *       ],
                     *       "created_at": "2027-01-01T09:00:00.000Z",
                     *       "livemode": true,
                     *       "kind": "image",
                     *       "width": 1080,
                     *       "height": 1350
                     *     }
                     */
                    "application/json": components["schemas"]["MediaItem"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    delete_media: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example med_01jsamp1e00000000000000000 */
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DryRun"];
            /** @description Done */
            204: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Storage-Used": components["headers"]["X-Storage-Used"];
                    "X-Storage-Limit": components["headers"]["X-Storage-Limit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    update_media: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @example med_01jsamp1e00000000000000000 */
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "folder": "Cakes",
                 *       "tags": [
                 *         "cake"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UpdateMediaRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "med_01jsamp1e00000000000000000",
                     *       "filename": "plum-cake.jpg",
                     *       "content_type": "image/jpeg",
                     *       "size_bytes": 482133,
                     *       "status": "ready",
                     *       "url": "https://example.com/media/files/plum-cake.jpg?signature=example",
                     *       "alt_text": "A plum cake on a wooden table",
                     *       "folder": "Cakes",
                     *       "tags": [
                     *         "cake"
                     *       ],
                     *       "created_at": "2027-01-01T09:00:00.000Z",
                     *       "livemode": true,
                     *       "kind": "image",
                     *       "width": 1080,
                     *       "height": 1350
                     *     }
                     */
                    "application/json": components["schemas"]["MediaItem"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    verify_media: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example med_01jsamp1e00000000000000000 */
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Storage-Used": components["headers"]["X-Storage-Used"];
                    "X-Storage-Limit": components["headers"]["X-Storage-Limit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "med_01jsamp1e00000000000000000",
                     *       "filename": "plum-cake.jpg",
                     *       "content_type": "image/jpeg",
                     *       "size_bytes": 482133,
                     *       "status": "ready",
                     *       "url": "https://example.com/media/files/plum-cake.jpg?signature=example",
                     *       "alt_text": "A plum cake on a wooden table",
                     *       "folder": "Cakes",
                     *       "tags": [
                     *         "cake"
                     *       ],
                     *       "created_at": "2027-01-01T09:00:00.000Z",
                     *       "livemode": true,
                     *       "success": true,
                     *       "media_id": "med_01jsamp1e00000000000000000",
                     *       "kind": "image",
                     *       "width": 1080,
                     *       "height": 1350
                     *     }
                     */
                    "application/json": components["schemas"]["VerifyMediaResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    list_accounts: {
        parameters: {
            query?: {
                /** @description Results per page, 1 to 100, default 25 */
                limit?: components["parameters"]["query.limit"];
                /** @description The cursor of the previous answer, unchanged */
                cursor?: components["parameters"]["query.cursor"];
                /** @example brand_01jsamp1e00000000000000000 */
                brand_id?: string;
                platform?: components["parameters"]["query.platform"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "acc_01jsamp1e00000000000000000",
                     *           "platform": "instagram",
                     *           "name": "Harbour Café",
                     *           "username": "harbourcafe",
                     *           "brand_id": "brand_01jsamp1e00000000000000000",
                     *           "status": "active",
                     *           "created_at": "2027-01-01T09:00:00.000Z",
                     *           "livemode": true,
                     *           "profile_picture_url": "https://example.com/harbour-cafe.jpg",
                     *           "bio": "Coffee and cake by the water"
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "pagination": {
                     *         "limit": 25,
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AccountList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    get_account: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example acc_01jsamp1e00000000000000000 */
                account_id: components["parameters"]["path.account_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "acc_01jsamp1e00000000000000000",
                     *       "platform": "instagram",
                     *       "name": "Harbour Café",
                     *       "username": "harbourcafe",
                     *       "brand_id": "brand_01jsamp1e00000000000000000",
                     *       "status": "active",
                     *       "created_at": "2027-01-01T09:00:00.000Z",
                     *       "livemode": true,
                     *       "profile_picture_url": "https://example.com/harbour-cafe.jpg",
                     *       "bio": "Coffee and cake by the water"
                     *     }
                     */
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    disconnect_account: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example acc_01jsamp1e00000000000000000 */
                account_id: components["parameters"]["path.account_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DryRun"];
            204: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    get_account_limits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example acc_01jsamp1e00000000000000000 */
                account_id: components["parameters"]["path.account_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "posts_remaining": 97
                     *     }
                     */
                    "application/json": components["schemas"]["GetAccountLimitsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    get_creator_info: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example acc_01jsamp1e00000000000000000 */
                account_id: components["parameters"]["path.account_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "platform": "instagram",
                     *       "nickname": "Harbour Café",
                     *       "avatar_url": "https://example.com/harbour-cafe.jpg",
                     *       "can_post": true,
                     *       "max_video_duration_sec": 600,
                     *       "privacy_level_options": [
                     *         "PUBLIC_TO_EVERYONE",
                     *         "SELF_ONLY"
                     *       ],
                     *       "interaction_settings": {
                     *         "comment_disabled": false,
                     *         "duet_disabled": false,
                     *         "stitch_disabled": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CreatorInfo"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    list_account_pages: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example acc_01jsamp1e00000000000000000 */
                account_id: components["parameters"]["path.account_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "platform_page_id": "example-page",
                     *           "name": "Harbour Café",
                     *           "username": "harbourcafe",
                     *           "is_default": true,
                     *           "is_active": true,
                     *           "livemode": true,
                     *           "id": "example-page"
                     *         }
                     *       ],
                     *       "count": 1
                     *     }
                     */
                    "application/json": components["schemas"]["AccountPageList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    update_account_page: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @example acc_01jsamp1e00000000000000000 */
                account_id: components["parameters"]["path.account_id"];
                /** @example example-page */
                page_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "is_active": true
                 *     }
                 */
                "application/json": components["schemas"]["UpdateAccountPageRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "platform_page_id": "example-page",
                     *       "name": "Harbour Café",
                     *       "username": "harbourcafe",
                     *       "is_default": true,
                     *       "is_active": true,
                     *       "livemode": true,
                     *       "id": "example-page"
                     *     }
                     */
                    "application/json": components["schemas"]["AccountPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    get_account_summary: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example acc_01jsamp1e00000000000000000 */
                account_id: components["parameters"]["path.account_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account_id": "acc_01jsamp1e00000000000000000",
                     *       "platform": "instagram",
                     *       "as_of": "2027-01-01T09:00:00.000Z",
                     *       "timezone": "Europe/Berlin",
                     *       "metrics": {
                     *         "followers": 2310,
                     *         "following": 180,
                     *         "posts": 412
                     *       },
                     *       "last_30_days": {
                     *         "followers": 2310,
                     *         "follower_change": 85,
                     *         "views": 24100,
                     *         "likes": 1320,
                     *         "comments": 96
                     *       },
                     *       "previous_30_days": {
                     *         "followers": 2225,
                     *         "follower_change": 61,
                     *         "views": 19800,
                     *         "likes": 1105,
                     *         "comments": 71
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["GetAccountSummaryResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    list_post_analytics: {
        parameters: {
            query?: {
                /** @description Results per page, 1 to 100, default 25 */
                limit?: components["parameters"]["query.limit"];
                /** @description The cursor of the previous answer, unchanged */
                cursor?: components["parameters"]["query.cursor"];
                brand_id?: components["parameters"]["query.brand_id"];
                account_id?: components["parameters"]["query.account_id.3"];
                /**
                 * @description A day of the answer’s time zone; an instant means the day on which it lies
                 * @example 2027-01-01
                 */
                from?: components["parameters"]["query.from"];
                /**
                 * @description A day of the answer’s time zone; an instant means the day on which it lies
                 * @example 2027-01-01
                 */
                to?: components["parameters"]["query.to"];
                /**
                 * @description The highest first; posts without the metric come last
                 * @example engagement_rate
                 */
                sort?: "impressions" | "views" | "reach" | "likes" | "comments" | "shares" | "saves" | "clicks" | "engagement" | "engagement_rate";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "account_id": "acc_01jsamp1e00000000000000000",
                     *           "platform": "instagram",
                     *           "platform_post_id": "example-post",
                     *           "published_at": "2027-01-01T09:00:00.000Z",
                     *           "metrics": {
                     *             "views": 1840,
                     *             "likes": 96,
                     *             "comments": 7,
                     *             "engagement": 103,
                     *             "engagement_rate": 0.055978,
                     *             "rate_base": "views"
                     *           },
                     *           "metrics_synced_at": "2027-01-01T12:00:00.000Z",
                     *           "post_id": "post_01jsamp1e00000000000000000"
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "pagination": {
                     *         "limit": 25,
                     *         "has_more": false
                     *       },
                     *       "from": "2027-01-01",
                     *       "to": "2027-01-01",
                     *       "timezone": "Europe/Berlin",
                     *       "livemode": true
                     *     }
                     */
                    "application/json": components["schemas"]["PostAnalyticsList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    list_account_analytics: {
        parameters: {
            query?: {
                /** @description Results per page, 1 to 100, default 25 */
                limit?: components["parameters"]["query.limit"];
                /** @description The cursor of the previous answer, unchanged */
                cursor?: components["parameters"]["query.cursor"];
                brand_id?: components["parameters"]["query.brand_id"];
                /** @example acc_01jsamp1e00000000000000000 */
                account_id?: string;
                /**
                 * @description A day of the answer’s time zone; an instant means the day on which it lies
                 * @example 2027-01-01
                 */
                from?: components["parameters"]["query.from"];
                /**
                 * @description A day of the answer’s time zone; an instant means the day on which it lies
                 * @example 2027-01-01
                 */
                to?: components["parameters"]["query.to"];
                /** @description day without it */
                granularity?: "day" | "week" | "month";
                /** @description Adds the totals of as many days before */
                compare?: "previous";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "account_id": "acc_01jsamp1e00000000000000000",
                     *           "platform": "instagram",
                     *           "username": "harbourcafe",
                     *           "series": [
                     *             {
                     *               "date": "2027-01-01",
                     *               "views": 1840,
                     *               "likes": 96,
                     *               "comments": 7,
                     *               "engagement": 103,
                     *               "engagement_rate": 0.055978,
                     *               "rate_base": "views",
                     *               "followers": 2310,
                     *               "follower_change": 12
                     *             }
                     *           ],
                     *           "totals": {
                     *             "views": 1840,
                     *             "likes": 96,
                     *             "comments": 7,
                     *             "engagement": 103,
                     *             "engagement_rate": 0.055978,
                     *             "rate_base": "views",
                     *             "followers": 2310,
                     *             "follower_change": 12
                     *           },
                     *           "not_summed": []
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "pagination": {
                     *         "limit": 25,
                     *         "has_more": false
                     *       },
                     *       "from": "2027-01-01",
                     *       "to": "2027-01-01",
                     *       "timezone": "Europe/Berlin",
                     *       "livemode": true
                     *     }
                     */
                    "application/json": components["schemas"]["ListAccountAnalyticsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    get_brand_analytics: {
        parameters: {
            query?: {
                /**
                 * @description A day of the answer’s time zone; an instant means the day on which it lies
                 * @example 2027-01-01
                 */
                from?: components["parameters"]["query.from"];
                /**
                 * @description A day of the answer’s time zone; an instant means the day on which it lies
                 * @example 2027-01-01
                 */
                to?: components["parameters"]["query.to"];
                /** @description day without it */
                granularity?: "day" | "week" | "month";
                /** @description Adds the totals of as many days before */
                compare?: "previous";
            };
            header?: never;
            path: {
                /** @example brand_01jsamp1e00000000000000000 */
                brand_id: components["parameters"]["path.brand_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "brand_id": "brand_01jsamp1e00000000000000000",
                     *       "account_ids": [
                     *         "acc_01jsamp1e00000000000000000"
                     *       ],
                     *       "series": [
                     *         {
                     *           "date": "2027-01-01",
                     *           "views": 1840,
                     *           "likes": 96,
                     *           "comments": 7,
                     *           "engagement": 103,
                     *           "engagement_rate": 0.055978,
                     *           "rate_base": "views",
                     *           "followers": 2310,
                     *           "follower_change": 12
                     *         }
                     *       ],
                     *       "totals": {
                     *         "views": 1840,
                     *         "likes": 96,
                     *         "comments": 7,
                     *         "engagement": 103,
                     *         "engagement_rate": 0.055978,
                     *         "rate_base": "views",
                     *         "followers": 2310,
                     *         "follower_change": 12
                     *       },
                     *       "not_summed": [],
                     *       "from": "2027-01-01",
                     *       "to": "2027-01-01",
                     *       "timezone": "Europe/Berlin",
                     *       "livemode": true
                     *     }
                     */
                    "application/json": components["schemas"]["GetBrandAnalyticsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    get_best_times: {
        parameters: {
            query: {
                /** @example acc_01jsamp1e00000000000000000 */
                account_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account_id": "acc_01jsamp1e00000000000000000",
                     *       "data": [
                     *         {
                     *           "weekday": "friday",
                     *           "hour": 9,
                     *           "posts": 4,
                     *           "engagement_rate": 0.061
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "confidence": "medium",
                     *       "from": "2026-01-01",
                     *       "to": "2027-01-01",
                     *       "timezone": "Europe/Berlin",
                     *       "livemode": true
                     *     }
                     */
                    "application/json": components["schemas"]["GetBestTimesResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    get_inbox_analytics: {
        parameters: {
            query?: {
                brand_id?: components["parameters"]["query.brand_id"];
                account_id?: components["parameters"]["query.account_id.3"];
                /**
                 * @description A day of the answer’s time zone; an instant means the day on which it lies
                 * @example 2027-01-01
                 */
                from?: components["parameters"]["query.from"];
                /**
                 * @description A day of the answer’s time zone; an instant means the day on which it lies
                 * @example 2027-01-01
                 */
                to?: components["parameters"]["query.to"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "received": 7,
                     *           "answered": 6,
                     *           "kind": "comments",
                     *           "by_hour": [
                     *             {
                     *               "received": 7,
                     *               "answered": 6,
                     *               "hour": 9,
                     *               "median_answer_seconds": 540,
                     *               "p90_answer_seconds": 3600
                     *             }
                     *           ],
                     *           "median_answer_seconds": 540,
                     *           "p90_answer_seconds": 3600
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "from": "2027-01-01",
                     *       "to": "2027-01-01",
                     *       "timezone": "Europe/Berlin",
                     *       "livemode": true
                     *     }
                     */
                    "application/json": components["schemas"]["InboxAnalyticsList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    list_boards: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example acc_01jsamp1e00000000000000000 */
                account_id: components["parameters"]["path.account_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "board_id": "example-board",
                     *           "name": "Cakes",
                     *           "privacy": "PUBLIC",
                     *           "id": "example-board"
                     *         }
                     *       ],
                     *       "count": 1
                     *     }
                     */
                    "application/json": components["schemas"]["BoardList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    create_board: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @example acc_01jsamp1e00000000000000000 */
                account_id: components["parameters"]["path.account_id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Cakes"
                 *     }
                 */
                "application/json": components["schemas"]["CreateBoardRequest"];
            };
        };
        responses: {
            /** @description A dry run: nothing was changed */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dry_run": true,
                     *       "board_id": "example-board",
                     *       "name": "Cakes",
                     *       "privacy": "PUBLIC",
                     *       "id": "example-board"
                     *     }
                     */
                    "application/json": components["schemas"]["BoardPreview"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "board_id": "example-board",
                     *       "name": "Cakes",
                     *       "privacy": "PUBLIC",
                     *       "id": "example-board"
                     *     }
                     */
                    "application/json": components["schemas"]["Board"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    delete_board: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example acc_01jsamp1e00000000000000000 */
                account_id: components["parameters"]["path.account_id"];
                /**
                 * @description Its id on the platform
                 * @example example-board
                 */
                board_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DryRun"];
            204: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    update_board: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @example acc_01jsamp1e00000000000000000 */
                account_id: components["parameters"]["path.account_id"];
                /**
                 * @description Its id on the platform
                 * @example example-board
                 */
                board_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Cakes"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateBoardRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "board_id": "example-board",
                     *       "name": "Cakes",
                     *       "privacy": "PUBLIC",
                     *       "id": "example-board"
                     *     }
                     */
                    "application/json": components["schemas"]["Board"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    list_stories: {
        parameters: {
            query?: {
                /** @description Results per page, 1 to 100, default 25 */
                limit?: components["parameters"]["query.limit"];
                /** @description The cursor of the previous answer, unchanged */
                cursor?: components["parameters"]["query.cursor"];
            };
            header?: never;
            path: {
                /** @example acc_01jsamp1e00000000000000000 */
                account_id: components["parameters"]["path.account_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "account_id": "acc_01jsamp1e00000000000000000",
                     *           "platform": "instagram",
                     *           "media_type": "IMAGE",
                     *           "timestamp": "2027-01-01T09:00:00.000Z",
                     *           "metadata": {
                     *             "is_story": true,
                     *             "expires_at": "2027-01-02T09:00:00.000Z"
                     *           },
                     *           "id": "example-story",
                     *           "media_url": "https://example.com/story.jpg"
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "pagination": {
                     *         "limit": 25,
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["StoryList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    get_instagram_summary: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example acc_01jsamp1e00000000000000000 */
                account_id: components["parameters"]["path.account_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "username": "harbourcafe",
                     *       "display_name": "Harbour Café",
                     *       "follower_count": 1280,
                     *       "following_count": 96,
                     *       "media_count": 214,
                     *       "period_start": "2026-12-02T09:00:00.000Z",
                     *       "period_end": "2027-01-01T09:00:00.000Z",
                     *       "reach": 5400,
                     *       "views": 9100,
                     *       "interactions": 640,
                     *       "accounts_engaged": 310,
                     *       "net_follows": 25
                     *     }
                     */
                    "application/json": components["schemas"]["GetInstagramSummaryResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    get_participant_profile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example acc_01jsamp1e00000000000000000 */
                account_id: components["parameters"]["path.account_id"];
                /**
                 * @description The person: participant_id of a conversation
                 * @example example-person
                 */
                participant_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "example-person",
                     *       "name": "Maya",
                     *       "username": "maya",
                     *       "follower_count": 310,
                     *       "is_verified_user": false,
                     *       "is_user_follow_business": true,
                     *       "is_business_follow_user": false
                     *     }
                     */
                    "application/json": components["schemas"]["ParticipantProfile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    list_collaborators: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example acc_01jsamp1e00000000000000000 */
                account_id: components["parameters"]["path.account_id"];
                /**
                 * @description The post: its id on Instagram
                 * @example example-post
                 */
                platform_media_id: components["parameters"]["path.platform_media_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "username": "maya",
                     *           "status": "accepted",
                     *           "id": "example-person"
                     *         }
                     *       ],
                     *       "count": 1
                     *     }
                     */
                    "application/json": components["schemas"]["CollaboratorList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    accept_collaboration: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example acc_01jsamp1e00000000000000000 */
                account_id: components["parameters"]["path.account_id"];
                /**
                 * @description The post: its id on Instagram
                 * @example example-post
                 */
                platform_media_id: components["parameters"]["path.platform_media_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": components["schemas"]["Success"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    decline_collaboration: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example acc_01jsamp1e00000000000000000 */
                account_id: components["parameters"]["path.account_id"];
                /**
                 * @description The post: its id on Instagram
                 * @example example-post
                 */
                platform_media_id: components["parameters"]["path.platform_media_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": components["schemas"]["Success"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    get_linkedin_insights: {
        parameters: {
            query: {
                /** @example acc_01jsamp1e00000000000000000 */
                account_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "follower_count": 420,
                     *         "posts": [
                     *           {
                     *             "post_id": "urn:li:share:example",
                     *             "text": "Our cake of the week: plum and cinnamon.",
                     *             "permalink": "https://example.com/p/example-post",
                     *             "created_at": "2027-01-01T09:00:00.000Z",
                     *             "impressions": 900,
                     *             "unique_views": 640,
                     *             "likes": 31,
                     *             "comments": 4,
                     *             "shares": 2,
                     *             "clicks": 18,
                     *             "engagement_rate": 0.061
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["GetLinkedinInsightsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    list_pins: {
        parameters: {
            query?: {
                /** @description 1 to 50, default 25 */
                limit?: number;
            };
            header?: never;
            path: {
                /** @example acc_01jsamp1e00000000000000000 */
                account_id: components["parameters"]["path.account_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "title": "Plum cake",
                     *           "permalink": "https://example.com/pin/example-pin",
                     *           "created_at": "2027-01-01T09:00:00.000Z",
                     *           "id": "example-pin",
                     *           "board_id": "example-board",
                     *           "media_url": "https://example.com/plum-cake.jpg"
                     *         }
                     *       ],
                     *       "count": 1
                     *     }
                     */
                    "application/json": components["schemas"]["PinList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    get_pinterest_summary: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example acc_01jsamp1e00000000000000000 */
                account_id: components["parameters"]["path.account_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "username": "harbourcafe",
                     *       "follower_count": 640,
                     *       "pin_count": 88,
                     *       "board_count": 7,
                     *       "monthly_views": 12400
                     *     }
                     */
                    "application/json": components["schemas"]["GetPinterestSummaryResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    get_tiktok_summary: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example acc_01jsamp1e00000000000000000 */
                account_id: components["parameters"]["path.account_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "username": "harbourcafe",
                     *       "display_name": "Harbour Café",
                     *       "is_verified": false,
                     *       "follower_count": 2100,
                     *       "following_count": 64,
                     *       "likes_count": 18300,
                     *       "video_count": 57
                     *     }
                     */
                    "application/json": components["schemas"]["GetTiktokSummaryResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    sync_tiktok_account: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example acc_01jsamp1e00000000000000000 */
                account_id: components["parameters"]["path.account_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": components["schemas"]["Success"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    get_youtube_summary: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example acc_01jsamp1e00000000000000000 */
                account_id: components["parameters"]["path.account_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "handle": "harbourcafe",
                     *       "title": "Harbour Café",
                     *       "thumbnail_url": "https://example.com/harbour-cafe.jpg",
                     *       "subscriber_count": 750,
                     *       "video_count": 31,
                     *       "view_count": 48200
                     *     }
                     */
                    "application/json": components["schemas"]["GetYoutubeSummaryResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    sync_youtube_account: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example acc_01jsamp1e00000000000000000 */
                account_id: components["parameters"]["path.account_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": components["schemas"]["Success"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    update_youtube_video: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @example acc_01jsamp1e00000000000000000 */
                account_id: components["parameters"]["path.account_id"];
                /**
                 * @description The id on YouTube, or the id of our post
                 * @example post_01jsamp1e00000000000000000
                 */
                video_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "title": "Plum cake in ten minutes"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateYoutubeVideoRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": components["schemas"]["Success"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    edit_youtube_comment: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description Our id or YouTube’s
                 * @example cmt_01jsamp1e00000000000000000
                 */
                comment_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "account_id": "acc_01jsamp1e00000000000000000",
                 *       "post_id": "ip_01jsamp1e00000000000000000",
                 *       "text": "Thank you, Maya! The recipe is in the description."
                 *     }
                 */
                "application/json": components["schemas"]["EditYoutubeCommentRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": components["schemas"]["Success"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    moderate_youtube_comment: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description Our id or YouTube’s
                 * @example cmt_01jsamp1e00000000000000000
                 */
                comment_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "account_id": "acc_01jsamp1e00000000000000000",
                 *       "post_id": "ip_01jsamp1e00000000000000000",
                 *       "status": "held_for_review"
                 *     }
                 */
                "application/json": components["schemas"]["ModerateYoutubeCommentRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": components["schemas"]["Success"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    connect_account: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "platform": "instagram",
                 *       "brand_id": "brand_01jsamp1e00000000000000000",
                 *       "redirect_uri": "https://example.com/connected",
                 *       "state": "harbour-cafe"
                 *     }
                 */
                "application/json": components["schemas"]["ConnectAccountRequest"];
            };
        };
        responses: {
            /** @description A dry run: nothing was changed */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dry_run": true,
                     *       "message": "Dry run: nothing was saved."
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectAccountResponsePreview"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectAccountResponse"];
                };
            };
            /** @description Accepted */
            202: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "auth_url": "https://example.com/oauth/authorize?state=example-state",
                     *       "state": "example-state",
                     *       "message": "Send the owner of the account to auth_url. The state works once, for ten minutes."
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectAccountResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    exchange_code: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "example-code",
                 *       "metadata": {
                 *         "state": "example-state",
                 *         "redirect_uri": "https://example.com/callback"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ExchangeCodeRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExchangeCodeResponse"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account_id": "acc_01jsamp1e00000000000000000",
                     *       "brand_id": "brand_01jsamp1e00000000000000000",
                     *       "platform": "instagram",
                     *       "username": "harbourcafe",
                     *       "display_name": "Harbour Café",
                     *       "livemode": true
                     *     }
                     */
                    "application/json": components["schemas"]["ExchangeCodeResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    get_pending_connection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description As the answer or the address told it that asked for a choice
                 * @example example-connection
                 */
                connection_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "connection_id": "example-connection",
                     *       "platform": "instagram",
                     *       "expires_at": "2027-01-01T09:30:00.000Z",
                     *       "livemode": true,
                     *       "profiles": [
                     *         {
                     *           "platform_account_id": "example-account",
                     *           "display_name": "Harbour Café",
                     *           "username": "harbourcafe",
                     *           "profile_picture_url": "https://example.com/harbour-cafe.jpg",
                     *           "bio": "Coffee and cake by the water"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PendingConnection"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    select_profile: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description As the answer or the address told it that asked for a choice
                 * @example example-connection
                 */
                connection_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "platform_account_id": "example-account"
                 *     }
                 */
                "application/json": components["schemas"]["SelectProfileRequest"];
            };
        };
        responses: {
            /** @description A dry run: nothing was changed */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dry_run": true,
                     *       "account_id": "acc_01jsamp1e00000000000000000",
                     *       "brand_id": "brand_01jsamp1e00000000000000000",
                     *       "platform": "instagram",
                     *       "username": "harbourcafe",
                     *       "display_name": "Harbour Café",
                     *       "livemode": true
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectedAccountListPreview"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account_id": "acc_01jsamp1e00000000000000000",
                     *       "brand_id": "brand_01jsamp1e00000000000000000",
                     *       "platform": "instagram",
                     *       "username": "harbourcafe",
                     *       "display_name": "Harbour Café",
                     *       "livemode": true
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectedAccountList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    list_login_pages: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description login_id of an account that came through the login
                 * @example cred_01jsamp1e00000000000000000
                 */
                login_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "login_id": "cred_01jsamp1e00000000000000000",
                     *       "pages": [
                     *         {
                     *           "platform_page_id": "example-page",
                     *           "name": "Harbour Café",
                     *           "category": "Café",
                     *           "picture_url": "https://example.com/harbour-cafe.jpg",
                     *           "assignable": true,
                     *           "assigned_brand_id": "",
                     *           "assigned_brand_name": "",
                     *           "assigned_account_id": ""
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "livemode": true
                     *     }
                     */
                    "application/json": components["schemas"]["ListLoginPagesResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    assign_page: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description login_id of an account that came through the login
                 * @example cred_01jsamp1e00000000000000000
                 */
                login_id: string;
                /**
                 * @description platform_page_id of the page
                 * @example example-page
                 */
                page_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "brand_id": "brand_01jsamp1e00000000000000000"
                 *     }
                 */
                "application/json": components["schemas"]["AssignPageRequest"];
            };
        };
        responses: {
            /** @description A dry run: nothing was changed */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dry_run": true,
                     *       "account_id": "acc_01jsamp1e00000000000000000",
                     *       "brand_id": "brand_01jsamp1e00000000000000000",
                     *       "platform_page_id": "example-page",
                     *       "livemode": true
                     *     }
                     */
                    "application/json": components["schemas"]["AssignPageResponsePreview"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account_id": "acc_01jsamp1e00000000000000000",
                     *       "brand_id": "brand_01jsamp1e00000000000000000",
                     *       "platform_page_id": "example-page",
                     *       "livemode": true
                     *     }
                     */
                    "application/json": components["schemas"]["AssignPageResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    list_invites: {
        parameters: {
            query: {
                /** @description Results per page, 1 to 100, default 25 */
                limit?: components["parameters"]["query.limit"];
                /** @description The cursor of the previous answer, unchanged */
                cursor?: components["parameters"]["query.cursor"];
                /** @example brand_01jsamp1e00000000000000000 */
                brand_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "inv_01jsamp1e00000000000000000",
                     *           "platform": "instagram",
                     *           "brand_id": "brand_01jsamp1e00000000000000000",
                     *           "url": "https://hubbub.example.com/invite/dGhpcyBpcyBubyByZWFsIHRva2Vu",
                     *           "is_active": true,
                     *           "status": "active",
                     *           "expires_at": "2027-01-08T09:00:00.000Z",
                     *           "created_at": "2027-01-01T09:00:00.000Z",
                     *           "livemode": true,
                     *           "token": "dGhpcyBpcyBubyByZWFsIHRva2Vu"
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "pagination": {
                     *         "limit": 25,
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InviteList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    create_invite: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "brand_id": "brand_01jsamp1e00000000000000000",
                 *       "platform": "instagram",
                 *       "expires_in_days": 7
                 *     }
                 */
                "application/json": components["schemas"]["CreateInviteRequest"];
            };
        };
        responses: {
            /** @description A dry run: nothing was changed */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dry_run": true,
                     *       "id": "inv_01jsamp1e00000000000000000",
                     *       "platform": "instagram",
                     *       "brand_id": "brand_01jsamp1e00000000000000000",
                     *       "url": "https://hubbub.example.com/invite/dGhpcyBpcyBubyByZWFsIHRva2Vu",
                     *       "is_active": true,
                     *       "status": "active",
                     *       "expires_at": "2027-01-08T09:00:00.000Z",
                     *       "created_at": "2027-01-01T09:00:00.000Z",
                     *       "livemode": true,
                     *       "token": "dGhpcyBpcyBubyByZWFsIHRva2Vu"
                     *     }
                     */
                    "application/json": components["schemas"]["InvitePreview"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inv_01jsamp1e00000000000000000",
                     *       "platform": "instagram",
                     *       "brand_id": "brand_01jsamp1e00000000000000000",
                     *       "url": "https://hubbub.example.com/invite/dGhpcyBpcyBubyByZWFsIHRva2Vu",
                     *       "is_active": true,
                     *       "status": "active",
                     *       "expires_at": "2027-01-08T09:00:00.000Z",
                     *       "created_at": "2027-01-01T09:00:00.000Z",
                     *       "livemode": true,
                     *       "token": "dGhpcyBpcyBubyByZWFsIHRva2Vu"
                     *     }
                     */
                    "application/json": components["schemas"]["Invite"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    list_twitter_credentials: {
        parameters: {
            query?: {
                /** @description Results per page, 1 to 100, default 25 */
                limit?: components["parameters"]["query.limit"];
                /** @description The cursor of the previous answer, unchanged */
                cursor?: components["parameters"]["query.cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "brand_id": "",
                     *           "client_id_hint": "exampl",
                     *           "created_at": "2027-01-01T09:00:00.000Z",
                     *           "updated_at": "2027-01-01T09:00:00.000Z",
                     *           "livemode": true
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "pagination": {
                     *         "limit": 25,
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OwnAppList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    save_twitter_credentials: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "client_id": "example-client",
                 *       "client_secret": "example-secret"
                 *     }
                 */
                "application/json": components["schemas"]["SaveTwitterCredentialsRequest"];
            };
        };
        responses: {
            200: components["responses"]["DryRun"];
            204: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    delete_twitter_credentials: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DryRun"];
            204: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    save_brand_twitter_credentials: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @example brand_01jsamp1e00000000000000000 */
                brand_id: components["parameters"]["path.brand_id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "client_id": "example-client",
                 *       "client_secret": "example-secret"
                 *     }
                 */
                "application/json": components["schemas"]["SaveBrandTwitterCredentialsRequest"];
            };
        };
        responses: {
            200: components["responses"]["DryRun"];
            204: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    delete_brand_twitter_credentials: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example brand_01jsamp1e00000000000000000 */
                brand_id: components["parameters"]["path.brand_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DryRun"];
            204: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    test_twitter_credentials: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "client_id": "example-client",
                 *       "client_secret": "example-secret"
                 *     }
                 */
                "application/json": components["schemas"]["TestTwitterCredentialsRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "valid": true,
                     *       "reason": ""
                     *     }
                     */
                    "application/json": components["schemas"]["TestTwitterCredentialsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    list_redirect_uris: {
        parameters: {
            query?: {
                /** @description Results per page, 1 to 100, default 25 */
                limit?: components["parameters"]["query.limit"];
                /** @description The cursor of the previous answer, unchanged */
                cursor?: components["parameters"]["query.cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "uri": "https://example.com/connected",
                     *           "created_at": "2027-01-01T09:00:00.000Z",
                     *           "livemode": true,
                     *           "id": "ruri_01jsamp1e00000000000000000",
                     *           "label": "Harbour Café"
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "pagination": {
                     *         "limit": 25,
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RedirectUriList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    create_redirect_uri: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "uri": "https://example.com/connected",
                 *       "label": "Harbour Café"
                 *     }
                 */
                "application/json": components["schemas"]["CreateRedirectUriRequest"];
            };
        };
        responses: {
            /** @description A dry run: nothing was changed */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dry_run": true,
                     *       "uri": "https://example.com/connected",
                     *       "created_at": "2027-01-01T09:00:00.000Z",
                     *       "livemode": true,
                     *       "id": "ruri_01jsamp1e00000000000000000",
                     *       "label": "Harbour Café"
                     *     }
                     */
                    "application/json": components["schemas"]["RedirectUriPreview"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "uri": "https://example.com/connected",
                     *       "created_at": "2027-01-01T09:00:00.000Z",
                     *       "livemode": true,
                     *       "id": "ruri_01jsamp1e00000000000000000",
                     *       "label": "Harbour Café"
                     *     }
                     */
                    "application/json": components["schemas"]["RedirectUri"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    delete_redirect_uri: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example ruri_01jsamp1e00000000000000000 */
                redirect_uri_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DryRun"];
            204: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    list_templates: {
        parameters: {
            query?: {
                /** @description Results per page, 1 to 100, default 25 */
                limit?: components["parameters"]["query.limit"];
                /** @description The cursor of the previous answer, unchanged */
                cursor?: components["parameters"]["query.cursor"];
            };
            header?: never;
            path: {
                /** @example acc_01jsamp1e00000000000000000 */
                account_id: components["parameters"]["path.account_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "name": "order_ready",
                     *           "language": "en_US",
                     *           "category": "UTILITY",
                     *           "components": [
                     *             {
                     *               "type": "BODY",
                     *               "text": "Hello {{1}}, your cake is ready to be picked up.",
                     *               "example": {
                     *                 "body_text": [
                     *                   [
                     *                     "Maya"
                     *                   ]
                     *                 ]
                     *               }
                     *             }
                     *           ],
                     *           "livemode": true,
                     *           "id": "example-template",
                     *           "status": "APPROVED"
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "pagination": {
                     *         "limit": 25,
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TemplateList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    create_template: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @example acc_01jsamp1e00000000000000000 */
                account_id: components["parameters"]["path.account_id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "order_ready",
                 *       "language": "en_US",
                 *       "category": "UTILITY",
                 *       "components": [
                 *         {
                 *           "type": "BODY",
                 *           "text": "Hello {{1}}, your cake is ready to be picked up.",
                 *           "example": {
                 *             "body_text": [
                 *               [
                 *                 "Maya"
                 *               ]
                 *             ]
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateTemplateRequest"];
            };
        };
        responses: {
            /** @description A dry run: nothing was changed */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dry_run": true,
                     *       "category": "UTILITY",
                     *       "id": "example-template",
                     *       "status": "PENDING"
                     *     }
                     */
                    "application/json": components["schemas"]["CreateTemplateResponsePreview"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "category": "UTILITY",
                     *       "id": "example-template",
                     *       "status": "PENDING"
                     *     }
                     */
                    "application/json": components["schemas"]["CreateTemplateResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    delete_template: {
        parameters: {
            query: {
                /** @example order_ready */
                name: string;
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example acc_01jsamp1e00000000000000000 */
                account_id: components["parameters"]["path.account_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DryRun"];
            204: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    get_template: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example example-template */
                template_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "order_ready",
                     *       "language": "en_US",
                     *       "category": "UTILITY",
                     *       "components": [
                     *         {
                     *           "type": "BODY",
                     *           "text": "Hello {{1}}, your cake is ready to be picked up.",
                     *           "example": {
                     *             "body_text": [
                     *               [
                     *                 "Maya"
                     *               ]
                     *             ]
                     *           }
                     *         }
                     *       ],
                     *       "livemode": true,
                     *       "id": "example-template",
                     *       "status": "APPROVED"
                     *     }
                     */
                    "application/json": components["schemas"]["Template"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    edit_template: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @example example-template */
                template_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "components": [
                 *         {
                 *           "type": "BODY",
                 *           "text": "Hello {{1}}, your cake is ready to be picked up.",
                 *           "example": {
                 *             "body_text": [
                 *               [
                 *                 "Maya"
                 *               ]
                 *             ]
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["EditTemplateRequest"];
            };
        };
        responses: {
            200: components["responses"]["DryRun"];
            204: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    validate_template: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "order_ready",
                 *       "language": "en_US",
                 *       "category": "UTILITY",
                 *       "components": [
                 *         {
                 *           "type": "BODY",
                 *           "text": "Hello {{1}}, your cake is ready to be picked up.",
                 *           "example": {
                 *             "body_text": [
                 *               [
                 *                 "Maya"
                 *               ]
                 *             ]
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ValidateTemplateRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "valid": true,
                     *       "errors": [],
                     *       "warnings": []
                     *     }
                     */
                    "application/json": components["schemas"]["ValidateTemplateResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    send_template: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @example acc_01jsamp1e00000000000000000 */
                account_id: components["parameters"]["path.account_id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "to": "493023125001",
                 *       "template_name": "order_ready",
                 *       "language": "en_US",
                 *       "components": [
                 *         {
                 *           "type": "body",
                 *           "parameters": [
                 *             {
                 *               "type": "text",
                 *               "text": "Maya"
                 *             }
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["SendTemplateRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Posts-Limit": components["headers"]["X-Posts-Limit"];
                    "X-Posts-Remaining": components["headers"]["X-Posts-Remaining"];
                    "X-Interactions-Limit": components["headers"]["X-Interactions-Limit"];
                    "X-Interactions-Remaining": components["headers"]["X-Interactions-Remaining"];
                    "X-Storage-Used": components["headers"]["X-Storage-Used"];
                    "X-Storage-Limit": components["headers"]["X-Storage-Limit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "contacts": [
                     *         {
                     *           "input": "493023125001",
                     *           "wa_id": "493023125001"
                     *         }
                     *       ],
                     *       "messages": [
                     *         {
                     *           "id": "wamid.example",
                     *           "message_status": "accepted"
                     *         }
                     *       ],
                     *       "messaging_product": "whatsapp"
                     *     }
                     */
                    "application/json": components["schemas"]["SendTemplateResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    get_phone_number_status: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the account, or the platform’s id of its number
                 * @example acc_01jsamp1e00000000000000000
                 */
                phone_number_id: components["parameters"]["path.phone_number_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "verified": true,
                     *       "registered": true
                     *     }
                     */
                    "application/json": components["schemas"]["GetPhoneNumberStatusResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    request_phone_code: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description Id of the account, or the platform’s id of its number
                 * @example acc_01jsamp1e00000000000000000
                 */
                phone_number_id: components["parameters"]["path.phone_number_id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "method": "SMS",
                 *       "language": "en_US"
                 *     }
                 */
                "application/json": components["schemas"]["RequestPhoneCodeRequest"];
            };
        };
        responses: {
            200: components["responses"]["DryRun"];
            204: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    verify_phone_code: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description Id of the account, or the platform’s id of its number
                 * @example acc_01jsamp1e00000000000000000
                 */
                phone_number_id: components["parameters"]["path.phone_number_id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "111111"
                 *     }
                 */
                "application/json": components["schemas"]["VerifyPhoneCodeRequest"];
            };
        };
        responses: {
            200: components["responses"]["DryRun"];
            204: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    register_phone_number: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description Id of the account, or the platform’s id of its number
                 * @example acc_01jsamp1e00000000000000000
                 */
                phone_number_id: components["parameters"]["path.phone_number_id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "pin": "111111"
                 *     }
                 */
                "application/json": components["schemas"]["RegisterPhoneNumberRequest"];
            };
        };
        responses: {
            200: components["responses"]["DryRun"];
            204: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    deregister_phone_number: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the account, or the platform’s id of its number
                 * @example acc_01jsamp1e00000000000000000
                 */
                phone_number_id: components["parameters"]["path.phone_number_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DryRun"];
            204: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    get_business_profile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the account, or the platform’s id of its number
                 * @example acc_01jsamp1e00000000000000000
                 */
                phone_number_id: components["parameters"]["path.phone_number_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "livemode": true,
                     *       "about": "Coffee and cake by the water",
                     *       "email": "hello@example.com",
                     *       "messaging_product": "whatsapp",
                     *       "vertical": "RESTAURANT",
                     *       "websites": [
                     *         "https://example.com"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BusinessProfile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    update_business_profile: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description Id of the account, or the platform’s id of its number
                 * @example acc_01jsamp1e00000000000000000
                 */
                phone_number_id: components["parameters"]["path.phone_number_id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "about": "Coffee and cake by the water"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateBusinessProfileRequest"];
            };
        };
        responses: {
            200: components["responses"]["DryRun"];
            204: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    get_me: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "owner@cafe.example.com",
                     *       "plan": "pro",
                     *       "onboarding": false,
                     *       "beta_tester": false,
                     *       "allowed_platforms": [
                     *         "instagram"
                     *       ],
                     *       "billing_blocked": false,
                     *       "lock_accounts_to_brand": false,
                     *       "facebook_page_selection": true,
                     *       "livemode": true,
                     *       "id": "usr_01jsamp1e00000000000000000"
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    delete_me: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["DeleteMeResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    update_me: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "lock_accounts_to_brand": true
                 *     }
                 */
                "application/json": components["schemas"]["UpdateMeRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "owner@cafe.example.com",
                     *       "plan": "pro",
                     *       "onboarding": false,
                     *       "beta_tester": false,
                     *       "allowed_platforms": [
                     *         "instagram"
                     *       ],
                     *       "billing_blocked": false,
                     *       "lock_accounts_to_brand": true,
                     *       "facebook_page_selection": true,
                     *       "livemode": true,
                     *       "id": "usr_01jsamp1e00000000000000000"
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    get_workspace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "Harbour Agency",
                     *       "timezone": "Europe/Berlin",
                     *       "livemode": true,
                     *       "held": null,
                     *       "id": "ws_01jsamp1e00000000000000000"
                     *     }
                     */
                    "application/json": components["schemas"]["Workspace"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    update_workspace: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "timezone": "Europe/Lisbon"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateWorkspaceRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "Harbour Agency",
                     *       "timezone": "Europe/Lisbon",
                     *       "livemode": true,
                     *       "held": null,
                     *       "id": "ws_01jsamp1e00000000000000000"
                     *     }
                     */
                    "application/json": components["schemas"]["Workspace"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    list_keys: {
        parameters: {
            query?: {
                /** @description Results per page, 1 to 100, default 25 */
                limit?: components["parameters"]["query.limit"];
                /** @description The cursor of the previous answer, unchanged */
                cursor?: components["parameters"]["query.cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "key_01jsamp1e00000000000000000",
                     *           "name": "Website of Harbour Café",
                     *           "is_active": true,
                     *           "scopes": [
                     *             "posts:read",
                     *             "posts:write"
                     *           ],
                     *           "brand_ids": [
                     *             "brand_01jsamp1e00000000000000000"
                     *           ],
                     *           "allowed_ips": [],
                     *           "created_at": "2027-01-01T09:00:00.000Z",
                     *           "livemode": true,
                     *           "preview": "hub_live_000…0000",
                     *           "last_used_at": "2027-01-01T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "pagination": {
                     *         "limit": 25,
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    create_key: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Website of Harbour Café",
                 *       "scopes": [
                 *         "posts:read",
                 *         "posts:write"
                 *       ],
                 *       "brand_ids": [
                 *         "brand_01jsamp1e00000000000000000"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateKeyRequest"];
            };
        };
        responses: {
            /** @description A dry run: nothing was changed */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dry_run": true,
                     *       "id": "key_01jsamp1e00000000000000000",
                     *       "name": "Website of Harbour Café",
                     *       "is_active": true,
                     *       "scopes": [
                     *         "posts:read",
                     *         "posts:write"
                     *       ],
                     *       "brand_ids": [
                     *         "brand_01jsamp1e00000000000000000"
                     *       ],
                     *       "allowed_ips": [],
                     *       "created_at": "2027-01-01T09:00:00.000Z",
                     *       "livemode": true,
                     *       "preview": "hub_live_000…0000",
                     *       "message": "Dry run: nothing was saved."
                     *     }
                     */
                    "application/json": components["schemas"]["NewApiKeyPreview"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_01jsamp1e00000000000000000",
                     *       "name": "Website of Harbour Café",
                     *       "is_active": true,
                     *       "scopes": [
                     *         "posts:read",
                     *         "posts:write"
                     *       ],
                     *       "brand_ids": [
                     *         "brand_01jsamp1e00000000000000000"
                     *       ],
                     *       "allowed_ips": [],
                     *       "created_at": "2027-01-01T09:00:00.000Z",
                     *       "livemode": true,
                     *       "preview": "hub_live_000…0000",
                     *       "raw_key": "hub_live_00000000000000000000000000000000000000000000000000000000000",
                     *       "message": "Store the key now; it is not shown again."
                     *     }
                     */
                    "application/json": components["schemas"]["NewApiKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    list_key_scopes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "name": "accounts:read",
                     *           "description": "Read brands, accounts and their settings",
                     *           "group": "Accounts"
                     *         }
                     *       ],
                     *       "count": 1
                     *     }
                     */
                    "application/json": components["schemas"]["ListKeyScopesResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    revoke_key: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example key_01jsamp1e00000000000000000 */
                key_id: components["parameters"]["path.key_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["RevokeKeyResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    update_key: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @example key_01jsamp1e00000000000000000 */
                key_id: components["parameters"]["path.key_id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "scopes": [
                 *         "posts:read"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UpdateKeyRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_01jsamp1e00000000000000000",
                     *       "name": "Website of Harbour Café",
                     *       "is_active": true,
                     *       "scopes": [
                     *         "posts:read"
                     *       ],
                     *       "brand_ids": [
                     *         "brand_01jsamp1e00000000000000000"
                     *       ],
                     *       "allowed_ips": [],
                     *       "created_at": "2027-01-01T09:00:00.000Z",
                     *       "livemode": true,
                     *       "preview": "hub_live_000…0000"
                     *     }
                     */
                    "application/json": components["schemas"]["UpdateKeyResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    rotate_key: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example key_01jsamp1e00000000000000000 */
                key_id: components["parameters"]["path.key_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_01jsamp1e00000000000000000",
                     *       "name": "Website of Harbour Café",
                     *       "is_active": true,
                     *       "scopes": [
                     *         "posts:read",
                     *         "posts:write"
                     *       ],
                     *       "brand_ids": [
                     *         "brand_01jsamp1e00000000000000000"
                     *       ],
                     *       "allowed_ips": [],
                     *       "created_at": "2027-01-01T09:00:00.000Z",
                     *       "livemode": true,
                     *       "preview": "hub_live_000…0000",
                     *       "raw_key": "hub_live_00000000000000000000000000000000000000000000000000000000000",
                     *       "message": "Store the key now; it is not shown again."
                     *     }
                     */
                    "application/json": components["schemas"]["NewApiKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    list_brands: {
        parameters: {
            query?: {
                /** @description Results per page, 1 to 100, default 25 */
                limit?: components["parameters"]["query.limit"];
                /** @description The cursor of the previous answer, unchanged */
                cursor?: components["parameters"]["query.cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "brand_01jsamp1e00000000000000000",
                     *           "name": "Harbour Café",
                     *           "accounts_count": 0,
                     *           "created_at": "2027-01-01T09:00:00.000Z",
                     *           "updated_at": "2027-01-01T09:00:00.000Z",
                     *           "timezone": "Europe/Berlin",
                     *           "livemode": true
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "pagination": {
                     *         "limit": 25,
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BrandList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    create_brand: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Harbour Café"
                 *     }
                 */
                "application/json": components["schemas"]["CreateBrandRequest"];
            };
        };
        responses: {
            /** @description A dry run: nothing was changed */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dry_run": true,
                     *       "id": "brand_01jsamp1e00000000000000000",
                     *       "name": "Harbour Café",
                     *       "accounts_count": 0,
                     *       "created_at": "2027-01-01T09:00:00.000Z",
                     *       "updated_at": "2027-01-01T09:00:00.000Z",
                     *       "timezone": "Europe/Berlin",
                     *       "livemode": true
                     *     }
                     */
                    "application/json": components["schemas"]["BrandPreview"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "brand_01jsamp1e00000000000000000",
                     *       "name": "Harbour Café",
                     *       "accounts_count": 0,
                     *       "created_at": "2027-01-01T09:00:00.000Z",
                     *       "updated_at": "2027-01-01T09:00:00.000Z",
                     *       "timezone": "Europe/Berlin",
                     *       "livemode": true
                     *     }
                     */
                    "application/json": components["schemas"]["Brand"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    delete_brand: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example brand_01jsamp1e00000000000000000 */
                brand_id: components["parameters"]["path.brand_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DryRun"];
            204: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    update_brand: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @example brand_01jsamp1e00000000000000000 */
                brand_id: components["parameters"]["path.brand_id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "timezone": "Europe/Berlin"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateBrandRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "brand_01jsamp1e00000000000000000",
                     *       "name": "Harbour Café",
                     *       "accounts_count": 0,
                     *       "created_at": "2027-01-01T09:00:00.000Z",
                     *       "updated_at": "2027-01-01T09:00:00.000Z",
                     *       "timezone": "Europe/Berlin",
                     *       "livemode": true
                     *     }
                     */
                    "application/json": components["schemas"]["Brand"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    delete_invite: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example inv_01jsamp1e00000000000000000 */
                invite_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DryRun"];
            204: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    list_webhooks: {
        parameters: {
            query?: {
                /** @description Results per page, 1 to 100; without it, all endpoints */
                limit?: number;
                /** @description The cursor of the previous answer, unchanged */
                cursor?: components["parameters"]["query.cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "wh_01jsamp1e00000000000000000",
                     *           "url": "https://cafe.example.com/hook",
                     *           "events": [
                     *             "comment.received",
                     *             "post.published"
                     *           ],
                     *           "is_active": true,
                     *           "status": "active",
                     *           "created_at": "2027-01-01T09:00:00.000Z",
                     *           "livemode": true
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "pagination": {
                     *         "limit": 50,
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    create_webhook: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `verification=none`: the address is saved without the ping, and `warnings` says so. `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["PreferVerification"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://cafe.example.com/hook",
                 *       "events": [
                 *         "comment.received",
                 *         "post.published"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateWebhookRequest"];
            };
        };
        responses: {
            /** @description A dry run: nothing was changed */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dry_run": true,
                     *       "id": "wh_01jsamp1e00000000000000000",
                     *       "url": "https://cafe.example.com/hook",
                     *       "events": [
                     *         "comment.received",
                     *         "post.published"
                     *       ],
                     *       "is_active": true,
                     *       "status": "active",
                     *       "created_at": "2027-01-01T09:00:00.000Z",
                     *       "livemode": true,
                     *       "warnings": [],
                     *       "message": "Dry run: nothing was saved."
                     *     }
                     */
                    "application/json": components["schemas"]["CreateWebhookResponsePreview"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wh_01jsamp1e00000000000000000",
                     *       "url": "https://cafe.example.com/hook",
                     *       "events": [
                     *         "comment.received",
                     *         "post.published"
                     *       ],
                     *       "is_active": true,
                     *       "status": "active",
                     *       "created_at": "2027-01-01T09:00:00.000Z",
                     *       "livemode": true,
                     *       "warnings": [],
                     *       "secret": "whsec_YW4gZXhhbXBsZSwgbm90IGEgcmVhbCBzZWNyZXQ=",
                     *       "message": "Store the secret now; it is not shown again."
                     *     }
                     */
                    "application/json": components["schemas"]["CreateWebhookResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    list_webhook_events: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "category": "posts",
                     *           "description": "A post was deleted",
                     *           "schema": {
                     *             "type": "object",
                     *             "properties": {
                     *               "post_id": {
                     *                 "type": "string"
                     *               },
                     *               "was_status": {
                     *                 "type": "string"
                     *               }
                     *             }
                     *           },
                     *           "example": {
                     *             "post_id": "post_01jsamp1e00000000000000000",
                     *             "was_status": "published"
                     *           },
                     *           "event": "post.deleted"
                     *         }
                     *       ],
                     *       "count": 1
                     *     }
                     */
                    "application/json": components["schemas"]["EventKindList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    get_webhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example wh_01jsamp1e00000000000000000 */
                webhook_id: components["parameters"]["path.webhook_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wh_01jsamp1e00000000000000000",
                     *       "url": "https://cafe.example.com/hook",
                     *       "events": [
                     *         "comment.received",
                     *         "post.published"
                     *       ],
                     *       "is_active": true,
                     *       "status": "active",
                     *       "created_at": "2027-01-01T09:00:00.000Z",
                     *       "livemode": true,
                     *       "stats": {
                     *         "last_24h": {
                     *           "delivered": 40,
                     *           "failed": 0
                     *         },
                     *         "last_7d": {
                     *           "delivered": 212,
                     *           "failed": 1
                     *         }
                     *       },
                     *       "secret_hint": "ZXQ="
                     *     }
                     */
                    "application/json": components["schemas"]["GetWebhookResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    delete_webhook: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example wh_01jsamp1e00000000000000000 */
                webhook_id: components["parameters"]["path.webhook_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["DeleteWebhookResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    update_webhook: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `verification=none`: the address is saved without the ping, and `warnings` says so. `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["PreferVerification"];
            };
            path: {
                /** @example wh_01jsamp1e00000000000000000 */
                webhook_id: components["parameters"]["path.webhook_id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "events": [
                 *         "comment.received"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UpdateWebhookRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wh_01jsamp1e00000000000000000",
                     *       "url": "https://cafe.example.com/hook",
                     *       "events": [
                     *         "comment.received"
                     *       ],
                     *       "is_active": true,
                     *       "status": "active",
                     *       "created_at": "2027-01-01T09:00:00.000Z",
                     *       "livemode": true,
                     *       "warnings": []
                     *     }
                     */
                    "application/json": components["schemas"]["UpdateWebhookResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    test_webhook: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @example wh_01jsamp1e00000000000000000 */
                webhook_id: components["parameters"]["path.webhook_id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "event_type": "post.published"
                 *     }
                 */
                "application/json": components["schemas"]["TestWebhookRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "delivery_id": "dlv_01jsamp1e00000000000000000",
                     *       "status": "success",
                     *       "response_duration_ms": 85,
                     *       "response_body": "",
                     *       "livemode": true,
                     *       "response_status_code": 204
                     *     }
                     */
                    "application/json": components["schemas"]["TestWebhookResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    rotate_webhook_secret: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @example wh_01jsamp1e00000000000000000 */
                webhook_id: components["parameters"]["path.webhook_id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "overlap_hours": 48
                 *     }
                 */
                "application/json": components["schemas"]["RotateWebhookSecretRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wh_01jsamp1e00000000000000000",
                     *       "url": "https://cafe.example.com/hook",
                     *       "events": [
                     *         "comment.received",
                     *         "post.published"
                     *       ],
                     *       "is_active": true,
                     *       "status": "active",
                     *       "created_at": "2027-01-01T09:00:00.000Z",
                     *       "livemode": true,
                     *       "rotation_ends_at": "2027-01-03T09:00:00.000Z",
                     *       "secret": "whsec_YW4gZXhhbXBsZSwgbm90IGEgcmVhbCBzZWNyZXQ=",
                     *       "message": "Store the secret now; it is not shown again. Earlier secrets sign too for 48 hours."
                     *     }
                     */
                    "application/json": components["schemas"]["RotateWebhookSecretResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    delete_previous_secrets: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example wh_01jsamp1e00000000000000000 */
                webhook_id: components["parameters"]["path.webhook_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wh_01jsamp1e00000000000000000",
                     *       "url": "https://cafe.example.com/hook",
                     *       "events": [
                     *         "comment.received",
                     *         "post.published"
                     *       ],
                     *       "is_active": true,
                     *       "status": "active",
                     *       "created_at": "2027-01-01T09:00:00.000Z",
                     *       "livemode": true
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    list_deliveries: {
        parameters: {
            query?: {
                /** @description Results per page, 1 to 100, default 25 */
                limit?: components["parameters"]["query.limit"];
                /** @description The cursor of the previous answer, unchanged */
                cursor?: components["parameters"]["query.cursor"];
                /** @example success */
                status?: components["schemas"]["DeliveryStatus"];
                event_type?: components["schemas"]["EventType"];
                /** @description Deliveries of this event only */
                event_id?: string;
                /** @description Deliveries that this replay queued only */
                replay_id?: string;
                /** @description Created at this time or later */
                from?: string;
                /** @description Created at this time or earlier */
                to?: string;
            };
            header?: never;
            path: {
                /** @example wh_01jsamp1e00000000000000000 */
                webhook_id: components["parameters"]["path.webhook_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "dlv_01jsamp1e00000000000000000",
                     *           "event_type": "post.published",
                     *           "status": "success",
                     *           "attempt_count": 1,
                     *           "description": "Post published on instagram",
                     *           "created_at": "2027-01-01T09:00:00.000Z",
                     *           "livemode": true,
                     *           "event_id": "evt_01jsamp1e00000000000000000",
                     *           "response_status_code": 204,
                     *           "response_duration_ms": 85
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "pagination": {
                     *         "limit": 25,
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    get_delivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example wh_01jsamp1e00000000000000000 */
                webhook_id: components["parameters"]["path.webhook_id"];
                /** @example dlv_01jsamp1e00000000000000000 */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "dlv_01jsamp1e00000000000000000",
                     *       "event_type": "post.published",
                     *       "status": "success",
                     *       "attempt_count": 1,
                     *       "description": "Post published on instagram",
                     *       "created_at": "2027-01-01T09:00:00.000Z",
                     *       "livemode": true,
                     *       "endpoint_id": "wh_01jsamp1e00000000000000000",
                     *       "attempts": [
                     *         {
                     *           "attempt_number": 1,
                     *           "duration_ms": 85,
                     *           "created_at": "2027-01-01T09:00:00.000Z",
                     *           "status_code": 204,
                     *           "response_body": ""
                     *         }
                     *       ],
                     *       "event_id": "evt_01jsamp1e00000000000000000",
                     *       "response_status_code": 204,
                     *       "response_duration_ms": 85,
                     *       "payload": {
                     *         "event": "post.published",
                     *         "timestamp": "2027-01-01T09:00:00.000Z",
                     *         "id": "evt_01jsamp1e00000000000000000",
                     *         "type": "post.published",
                     *         "seq": 42,
                     *         "created_at": "2027-01-01T09:00:00.000Z",
                     *         "livemode": true,
                     *         "brand_id": "brand_01jsamp1e00000000000000000",
                     *         "data": {
                     *           "post_id": "post_01jsamp1e00000000000000000",
                     *           "status": "published",
                     *           "results": [
                     *             {
                     *               "account_id": "acc_01jsamp1e00000000000000000",
                     *               "platform": "instagram",
                     *               "status": "published"
                     *             }
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveryDetail"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    retry_delivery: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example wh_01jsamp1e00000000000000000 */
                webhook_id: components["parameters"]["path.webhook_id"];
                /** @example dlv_01jsamp1e00000000000000000 */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "dlv_01jsamp1e00000000000000000",
                     *       "event_type": "post.published",
                     *       "status": "pending",
                     *       "attempt_count": 1,
                     *       "description": "Post published on instagram",
                     *       "created_at": "2027-01-01T09:00:00.000Z",
                     *       "livemode": true,
                     *       "endpoint_id": "wh_01jsamp1e00000000000000000",
                     *       "attempts": [
                     *         {
                     *           "attempt_number": 1,
                     *           "duration_ms": 85,
                     *           "created_at": "2027-01-01T09:00:00.000Z",
                     *           "status_code": 204,
                     *           "response_body": ""
                     *         }
                     *       ],
                     *       "event_id": "evt_01jsamp1e00000000000000000",
                     *       "response_status_code": 204,
                     *       "response_duration_ms": 85,
                     *       "payload": {
                     *         "event": "post.published",
                     *         "timestamp": "2027-01-01T09:00:00.000Z",
                     *         "id": "evt_01jsamp1e00000000000000000",
                     *         "type": "post.published",
                     *         "seq": 42,
                     *         "created_at": "2027-01-01T09:00:00.000Z",
                     *         "livemode": true,
                     *         "brand_id": "brand_01jsamp1e00000000000000000",
                     *         "data": {
                     *           "post_id": "post_01jsamp1e00000000000000000",
                     *           "status": "published",
                     *           "results": [
                     *             {
                     *               "account_id": "acc_01jsamp1e00000000000000000",
                     *               "platform": "instagram",
                     *               "status": "published"
                     *             }
                     *           ]
                     *         }
                     *       },
                     *       "next_attempt_at": "2027-01-01T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveryDetail"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    list_replays: {
        parameters: {
            query?: {
                /** @description Results per page, 1 to 100, default 25 */
                limit?: components["parameters"]["query.limit"];
                /** @description The cursor of the previous answer, unchanged */
                cursor?: components["parameters"]["query.cursor"];
            };
            header?: never;
            path: {
                /** @example wh_01jsamp1e00000000000000000 */
                webhook_id: components["parameters"]["path.webhook_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "rpl_01jsamp1e00000000000000000",
                     *           "webhook_id": "wh_01jsamp1e00000000000000000",
                     *           "kind": "failed",
                     *           "status": "pending",
                     *           "since": "2026-12-31T00:00:00.000Z",
                     *           "until": "2027-01-01T09:00:00.000Z",
                     *           "total": 12,
                     *           "queued": 0,
                     *           "delivered": 0,
                     *           "failed": 0,
                     *           "remaining": 12,
                     *           "created_at": "2027-01-01T09:00:00.000Z",
                     *           "livemode": true
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "pagination": {
                     *         "limit": 25,
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ReplayList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    create_replay: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @example wh_01jsamp1e00000000000000000 */
                webhook_id: components["parameters"]["path.webhook_id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "failed",
                 *       "since": "2026-12-31T00:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["CreateReplayRequest"];
            };
        };
        responses: {
            /** @description A dry run: nothing was changed */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dry_run": true,
                     *       "id": "rpl_01jsamp1e00000000000000000",
                     *       "webhook_id": "wh_01jsamp1e00000000000000000",
                     *       "kind": "failed",
                     *       "status": "pending",
                     *       "since": "2026-12-31T00:00:00.000Z",
                     *       "until": "2027-01-01T09:00:00.000Z",
                     *       "total": 12,
                     *       "queued": 0,
                     *       "delivered": 0,
                     *       "failed": 0,
                     *       "remaining": 12,
                     *       "created_at": "2027-01-01T09:00:00.000Z",
                     *       "livemode": true
                     *     }
                     */
                    "application/json": components["schemas"]["ReplayPreview"];
                };
            };
            /** @description Accepted */
            202: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "rpl_01jsamp1e00000000000000000",
                     *       "webhook_id": "wh_01jsamp1e00000000000000000",
                     *       "kind": "failed",
                     *       "status": "pending",
                     *       "since": "2026-12-31T00:00:00.000Z",
                     *       "until": "2027-01-01T09:00:00.000Z",
                     *       "total": 12,
                     *       "queued": 0,
                     *       "delivered": 0,
                     *       "failed": 0,
                     *       "remaining": 12,
                     *       "created_at": "2027-01-01T09:00:00.000Z",
                     *       "livemode": true
                     *     }
                     */
                    "application/json": components["schemas"]["Replay"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    get_replay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example wh_01jsamp1e00000000000000000 */
                webhook_id: components["parameters"]["path.webhook_id"];
                /** @example rpl_01jsamp1e00000000000000000 */
                replay_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "rpl_01jsamp1e00000000000000000",
                     *       "webhook_id": "wh_01jsamp1e00000000000000000",
                     *       "kind": "failed",
                     *       "status": "running",
                     *       "since": "2026-12-31T00:00:00.000Z",
                     *       "until": "2027-01-01T09:00:00.000Z",
                     *       "total": 12,
                     *       "queued": 12,
                     *       "delivered": 9,
                     *       "failed": 0,
                     *       "remaining": 3,
                     *       "created_at": "2027-01-01T09:00:00.000Z",
                     *       "livemode": true,
                     *       "started_at": "2027-01-01T09:00:01.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Replay"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    cancel_replay: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example wh_01jsamp1e00000000000000000 */
                webhook_id: components["parameters"]["path.webhook_id"];
                /** @example rpl_01jsamp1e00000000000000000 */
                replay_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "rpl_01jsamp1e00000000000000000",
                     *       "webhook_id": "wh_01jsamp1e00000000000000000",
                     *       "kind": "failed",
                     *       "status": "cancelled",
                     *       "since": "2026-12-31T00:00:00.000Z",
                     *       "until": "2027-01-01T09:00:00.000Z",
                     *       "total": 12,
                     *       "queued": 0,
                     *       "delivered": 0,
                     *       "failed": 0,
                     *       "remaining": 12,
                     *       "created_at": "2027-01-01T09:00:00.000Z",
                     *       "livemode": true,
                     *       "completed_at": "2027-01-01T09:01:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Replay"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    get_webhook_statistics: {
        parameters: {
            query?: {
                /**
                 * @description Begins with the hour of this time (UTC); default: 7 days before to
                 * @example 2027-01-01T08:00:00Z
                 */
                from?: string;
                /** @description Ends with the hour before this time; default: now, with the current hour */
                to?: string;
            };
            header?: never;
            path: {
                /** @example wh_01jsamp1e00000000000000000 */
                webhook_id: components["parameters"]["path.webhook_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": "2027-01-01T08:00:00.000Z",
                     *       "to": "2027-01-01T10:00:00.000Z",
                     *       "total": 41,
                     *       "delivered": 40,
                     *       "failed": 0,
                     *       "pending": 1,
                     *       "by_hour": [
                     *         {
                     *           "attempts": 42,
                     *           "delivered": 40,
                     *           "failed": 0,
                     *           "hour": "2027-01-01T08:00:00.000Z",
                     *           "p50_ms": 85,
                     *           "p99_ms": 410
                     *         }
                     *       ],
                     *       "livemode": true,
                     *       "success_rate": 1,
                     *       "p50_ms": 85,
                     *       "p99_ms": 410
                     *     }
                     */
                    "application/json": components["schemas"]["GetWebhookStatisticsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    list_events: {
        parameters: {
            query?: {
                /** @description Results per page, 1 to 100, default 25 */
                limit?: components["parameters"]["query.limit"];
                /** @description The cursor of the previous answer, unchanged */
                cursor?: components["parameters"]["query.cursor"];
                /** @description Only events with a greater seq, oldest first; without it, newest first */
                after?: number;
                category?: "posts" | "inbox" | "accounts";
                /** @description failed: something did not work */
                status?: "ok" | "failed";
                platform?: components["parameters"]["query.platform"];
                account_id?: string;
                /** @description The post, comment, message or other thing that it is about */
                resource_id?: string;
                /** @description The brand at that time */
                brand_id?: string;
                /** @example post.published */
                type?: components["schemas"]["EventType"];
                /** @description The older name of type */
                action?: components["schemas"]["EventType"];
                /** @description Happened at this time or later */
                from?: string;
                /** @description Happened at this time or earlier */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "seq": 42,
                     *           "created_at": "2027-01-01T09:00:00.000Z",
                     *           "data": {
                     *             "post_id": "post_01jsamp1e00000000000000000",
                     *             "status": "published",
                     *             "results": [
                     *               {
                     *                 "account_id": "acc_01jsamp1e00000000000000000",
                     *                 "platform": "instagram",
                     *                 "status": "published"
                     *               }
                     *             ]
                     *           },
                     *           "livemode": true,
                     *           "brand_id": "brand_01jsamp1e00000000000000000",
                     *           "category": "posts",
                     *           "status": "ok",
                     *           "summary": "Post published on instagram",
                     *           "metadata": {
                     *             "post_id": "post_01jsamp1e00000000000000000",
                     *             "status": "published",
                     *             "results": [
                     *               {
                     *                 "account_id": "acc_01jsamp1e00000000000000000",
                     *                 "platform": "instagram",
                     *                 "status": "published"
                     *               }
                     *             ]
                     *           },
                     *           "id": "evt_01jsamp1e00000000000000000",
                     *           "type": "post.published",
                     *           "action": "post.published",
                     *           "resource_id": "post_01jsamp1e00000000000000000"
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "pagination": {
                     *         "limit": 25,
                     *         "has_more": false
                     *       },
                     *       "events": [
                     *         {
                     *           "seq": 42,
                     *           "created_at": "2027-01-01T09:00:00.000Z",
                     *           "data": {
                     *             "post_id": "post_01jsamp1e00000000000000000",
                     *             "status": "published",
                     *             "results": [
                     *               {
                     *                 "account_id": "acc_01jsamp1e00000000000000000",
                     *                 "platform": "instagram",
                     *                 "status": "published"
                     *               }
                     *             ]
                     *           },
                     *           "livemode": true,
                     *           "brand_id": "brand_01jsamp1e00000000000000000",
                     *           "category": "posts",
                     *           "status": "ok",
                     *           "summary": "Post published on instagram",
                     *           "metadata": {
                     *             "post_id": "post_01jsamp1e00000000000000000",
                     *             "status": "published",
                     *             "results": [
                     *               {
                     *                 "account_id": "acc_01jsamp1e00000000000000000",
                     *                 "platform": "instagram",
                     *                 "status": "published"
                     *               }
                     *             ]
                     *           },
                     *           "id": "evt_01jsamp1e00000000000000000",
                     *           "type": "post.published",
                     *           "action": "post.published",
                     *           "resource_id": "post_01jsamp1e00000000000000000"
                     *         }
                     *       ],
                     *       "retention_days": 30
                     *     }
                     */
                    "application/json": components["schemas"]["EventList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    get_events_summary: {
        parameters: {
            query?: {
                /**
                 * @description Without it, a day before `to`
                 * @example 2026-12-31T09:00:00Z
                 */
                from?: string;
                /**
                 * @description Without it, now
                 * @example 2027-01-01T09:00:00.000Z
                 */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": "2026-12-31T09:00:00.000Z",
                     *       "to": "2027-01-01T09:00:00.000Z",
                     *       "total": 14,
                     *       "total_previous": 11,
                     *       "failed": 1,
                     *       "by_category": {
                     *         "posts": 4,
                     *         "inbox": 10,
                     *         "accounts": 0
                     *       },
                     *       "by_error_category": {
                     *         "rate_limit": 1
                     *       },
                     *       "inbox_breakdown": {
                     *         "comment.received": 7,
                     *         "dm.received": 3
                     *       },
                     *       "retention_days": 30,
                     *       "livemode": true
                     *     }
                     */
                    "application/json": components["schemas"]["GetEventsSummaryResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    stream_events: {
        parameters: {
            query?: {
                /** @example posts */
                category?: "posts" | "inbox" | "accounts";
                /** @description failed: something did not work */
                status?: "ok" | "failed";
                platform?: components["parameters"]["query.platform"];
                account_id?: string;
                /** @description The post, comment, message or other thing that it is about */
                resource_id?: string;
                /** @description The brand at that time */
                brand_id?: string;
                type?: components["schemas"]["EventType"];
                /** @description The older name of type */
                action?: components["schemas"]["EventType"];
                /** @description Begins with the first event whose seq is greater; without it and without Last-Event-ID, with the next event */
                after?: number;
            };
            header?: {
                /** @description The `id` of the last message that arrived: the stream goes on after it */
                "Last-Event-ID"?: components["parameters"]["LastEventID"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "seq": 42,
                     *       "created_at": "2027-01-01T09:00:00.000Z",
                     *       "data": {
                     *         "post_id": "post_01jsamp1e00000000000000000",
                     *         "status": "published",
                     *         "results": [
                     *           {
                     *             "account_id": "acc_01jsamp1e00000000000000000",
                     *             "platform": "instagram",
                     *             "status": "published"
                     *           }
                     *         ]
                     *       },
                     *       "livemode": true,
                     *       "brand_id": "brand_01jsamp1e00000000000000000",
                     *       "category": "posts",
                     *       "status": "ok",
                     *       "summary": "Post published on instagram",
                     *       "metadata": {
                     *         "post_id": "post_01jsamp1e00000000000000000",
                     *         "status": "published",
                     *         "results": [
                     *           {
                     *             "account_id": "acc_01jsamp1e00000000000000000",
                     *             "platform": "instagram",
                     *             "status": "published"
                     *           }
                     *         ]
                     *       },
                     *       "id": "evt_01jsamp1e00000000000000000",
                     *       "type": "post.published",
                     *       "action": "post.published",
                     *       "resource_id": "post_01jsamp1e00000000000000000"
                     *     }
                     */
                    "text/event-stream": components["schemas"]["Event"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    create_export: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @example acc_01jsamp1e00000000000000000 */
                account_id: components["parameters"]["path.account_id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "include_transcript": true
                 *     }
                 */
                "application/json": components["schemas"]["CreateExportRequest"];
            };
        };
        responses: {
            /** @description A dry run: nothing was changed */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dry_run": true,
                     *       "id": "exp_01jsamp1e00000000000000000",
                     *       "account_id": "acc_01jsamp1e00000000000000000",
                     *       "platform": "instagram",
                     *       "status": "pending",
                     *       "stage": "listing",
                     *       "total_videos": 0,
                     *       "processed_videos": 0,
                     *       "progress": 0,
                     *       "include_transcript": true,
                     *       "include_vision": false,
                     *       "counts": {
                     *         "numbers": 0,
                     *         "comments": 0,
                     *         "comments_of_videos": 0,
                     *         "transcripts": 0,
                     *         "vision": 0
                     *       },
                     *       "missing": [],
                     *       "created_at": "2027-01-01T09:00:00.000Z",
                     *       "livemode": true
                     *     }
                     */
                    "application/json": components["schemas"]["ExportItemPreview"];
                };
            };
            /** @description Accepted */
            202: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "exp_01jsamp1e00000000000000000",
                     *       "account_id": "acc_01jsamp1e00000000000000000",
                     *       "platform": "instagram",
                     *       "status": "pending",
                     *       "stage": "listing",
                     *       "total_videos": 0,
                     *       "processed_videos": 0,
                     *       "progress": 0,
                     *       "include_transcript": true,
                     *       "include_vision": false,
                     *       "counts": {
                     *         "numbers": 0,
                     *         "comments": 0,
                     *         "comments_of_videos": 0,
                     *         "transcripts": 0,
                     *         "vision": 0
                     *       },
                     *       "missing": [],
                     *       "created_at": "2027-01-01T09:00:00.000Z",
                     *       "livemode": true
                     *     }
                     */
                    "application/json": components["schemas"]["ExportItem"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    list_exports: {
        parameters: {
            query?: {
                /** @description Results per page, 1 to 100, default 50 */
                limit?: number;
                /** @description The cursor of the previous answer, unchanged */
                cursor?: components["parameters"]["query.cursor"];
                /** @example completed */
                status?: "pending" | "processing" | "completed" | "failed" | "cancelled";
                account_id?: components["parameters"]["query.account_id.3"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "exp_01jsamp1e00000000000000000",
                     *           "account_id": "acc_01jsamp1e00000000000000000",
                     *           "platform": "instagram",
                     *           "status": "completed",
                     *           "stage": "done",
                     *           "total_videos": 1,
                     *           "processed_videos": 1,
                     *           "progress": 1,
                     *           "include_transcript": true,
                     *           "include_vision": false,
                     *           "counts": {
                     *             "numbers": 1,
                     *             "comments": 7,
                     *             "comments_of_videos": 1,
                     *             "transcripts": 1,
                     *             "vision": 0
                     *           },
                     *           "missing": [],
                     *           "created_at": "2027-01-01T09:00:00.000Z",
                     *           "livemode": true,
                     *           "completed_at": "2027-01-01T09:01:00.000Z",
                     *           "expires_at": "2027-01-31T09:01:00.000Z"
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "pagination": {
                     *         "limit": 50,
                     *         "has_more": false
                     *       },
                     *       "exports": [
                     *         {
                     *           "id": "exp_01jsamp1e00000000000000000",
                     *           "account_id": "acc_01jsamp1e00000000000000000",
                     *           "platform": "instagram",
                     *           "status": "completed",
                     *           "stage": "done",
                     *           "total_videos": 1,
                     *           "processed_videos": 1,
                     *           "progress": 1,
                     *           "include_transcript": true,
                     *           "include_vision": false,
                     *           "counts": {
                     *             "numbers": 1,
                     *             "comments": 7,
                     *             "comments_of_videos": 1,
                     *             "transcripts": 1,
                     *             "vision": 0
                     *           },
                     *           "missing": [],
                     *           "created_at": "2027-01-01T09:00:00.000Z",
                     *           "livemode": true,
                     *           "completed_at": "2027-01-01T09:01:00.000Z",
                     *           "expires_at": "2027-01-31T09:01:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ExportItemList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    get_export: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example exp_01jsamp1e00000000000000000 */
                export_id: components["parameters"]["path.export_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "exp_01jsamp1e00000000000000000",
                     *       "account_id": "acc_01jsamp1e00000000000000000",
                     *       "platform": "instagram",
                     *       "status": "completed",
                     *       "stage": "done",
                     *       "total_videos": 1,
                     *       "processed_videos": 1,
                     *       "progress": 1,
                     *       "include_transcript": true,
                     *       "include_vision": false,
                     *       "counts": {
                     *         "numbers": 1,
                     *         "comments": 7,
                     *         "comments_of_videos": 1,
                     *         "transcripts": 1,
                     *         "vision": 0
                     *       },
                     *       "missing": [],
                     *       "created_at": "2027-01-01T09:00:00.000Z",
                     *       "livemode": true,
                     *       "completed_at": "2027-01-01T09:01:00.000Z",
                     *       "expires_at": "2027-01-31T09:01:00.000Z",
                     *       "download_url": "https://hubbub.example.com/files/1",
                     *       "report_url": "https://hubbub.example.com/files/2",
                     *       "result": {
                     *         "excel_url": "https://hubbub.example.com/files/1",
                     *         "report_url": "https://hubbub.example.com/files/2"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Export"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    list_export_videos: {
        parameters: {
            query?: {
                /** @description Results per page, 1 to 100, default 100 */
                limit?: number;
                /** @description The cursor of the previous answer, unchanged */
                cursor?: components["parameters"]["query.cursor"];
            };
            header?: never;
            path: {
                /** @example exp_01jsamp1e00000000000000000 */
                export_id: components["parameters"]["path.export_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "platform": "instagram",
                     *           "platform_video_id": "example-video",
                     *           "metrics": {
                     *             "views": 1840,
                     *             "likes": 96,
                     *             "comments": 7
                     *           },
                     *           "id": "example-video",
                     *           "title": "How we bake",
                     *           "url": "https://example.com/p/5",
                     *           "share_url": "https://example.com/p/5",
                     *           "create_time": "2027-01-01T09:00:00.000Z",
                     *           "duration_seconds": 42,
                     *           "view_count": 1840,
                     *           "like_count": 96,
                     *           "comment_count": 7,
                     *           "transcript": "From flour to loaf in one night.",
                     *           "transcript_lang": "en"
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "pagination": {
                     *         "limit": 100,
                     *         "has_more": false
                     *       },
                     *       "account_id": "acc_01jsamp1e00000000000000000",
                     *       "platform": "instagram",
                     *       "videos": [
                     *         {
                     *           "platform": "instagram",
                     *           "platform_video_id": "example-video",
                     *           "metrics": {
                     *             "views": 1840,
                     *             "likes": 96,
                     *             "comments": 7
                     *           },
                     *           "id": "example-video",
                     *           "title": "How we bake",
                     *           "url": "https://example.com/p/5",
                     *           "share_url": "https://example.com/p/5",
                     *           "create_time": "2027-01-01T09:00:00.000Z",
                     *           "duration_seconds": 42,
                     *           "view_count": 1840,
                     *           "like_count": 96,
                     *           "comment_count": 7,
                     *           "transcript": "From flour to loaf in one night.",
                     *           "transcript_lang": "en"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ExportVideoList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    list_export_videos_unversioned: {
        parameters: {
            query?: {
                /** @description Results per page, 1 to 100, default 100 */
                limit?: number;
                /** @description The cursor of the previous answer, unchanged */
                cursor?: components["parameters"]["query.cursor"];
            };
            header?: never;
            path: {
                /** @example exp_01jsamp1e00000000000000000 */
                export_id: components["parameters"]["path.export_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "platform": "instagram",
                     *           "platform_video_id": "example-video",
                     *           "metrics": {
                     *             "views": 1840,
                     *             "likes": 96,
                     *             "comments": 7
                     *           },
                     *           "id": "example-video",
                     *           "title": "How we bake",
                     *           "url": "https://example.com/p/5",
                     *           "share_url": "https://example.com/p/5",
                     *           "create_time": "2027-01-01T09:00:00.000Z",
                     *           "duration_seconds": 42,
                     *           "view_count": 1840,
                     *           "like_count": 96,
                     *           "comment_count": 7,
                     *           "transcript": "From flour to loaf in one night.",
                     *           "transcript_lang": "en"
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "pagination": {
                     *         "limit": 100,
                     *         "has_more": false
                     *       },
                     *       "account_id": "acc_01jsamp1e00000000000000000",
                     *       "platform": "instagram",
                     *       "videos": [
                     *         {
                     *           "platform": "instagram",
                     *           "platform_video_id": "example-video",
                     *           "metrics": {
                     *             "views": 1840,
                     *             "likes": 96,
                     *             "comments": 7
                     *           },
                     *           "id": "example-video",
                     *           "title": "How we bake",
                     *           "url": "https://example.com/p/5",
                     *           "share_url": "https://example.com/p/5",
                     *           "create_time": "2027-01-01T09:00:00.000Z",
                     *           "duration_seconds": 42,
                     *           "view_count": 1840,
                     *           "like_count": 96,
                     *           "comment_count": 7,
                     *           "transcript": "From flour to loaf in one night.",
                     *           "transcript_lang": "en"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ExportVideoList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    cancel_export: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example exp_01jsamp1e00000000000000000 */
                export_id: components["parameters"]["path.export_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "exp_01jsamp1e00000000000000000",
                     *       "account_id": "acc_01jsamp1e00000000000000000",
                     *       "platform": "instagram",
                     *       "status": "cancelled",
                     *       "stage": "listing",
                     *       "total_videos": 0,
                     *       "processed_videos": 0,
                     *       "progress": 0,
                     *       "include_transcript": true,
                     *       "include_vision": false,
                     *       "counts": {
                     *         "numbers": 0,
                     *         "comments": 0,
                     *         "comments_of_videos": 0,
                     *         "transcripts": 0,
                     *         "vision": 0
                     *       },
                     *       "missing": [],
                     *       "created_at": "2027-01-01T09:00:00.000Z",
                     *       "livemode": true,
                     *       "completed_at": "2027-01-01T09:00:30.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ExportItem"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    list_dead: {
        parameters: {
            query?: {
                /** @description Results per page, 1 to 100, default 25 */
                limit?: components["parameters"]["query.limit"];
                /** @description The cursor of the previous answer, unchanged */
                cursor?: components["parameters"]["query.cursor"];
                /**
                 * @description Only letters of this kind
                 * @example delivery
                 */
                kind?: "delivery" | "callback" | "action";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "kind": "delivery",
                     *           "attempts": 9,
                     *           "created_at": "2027-01-01T09:00:00.000Z",
                     *           "livemode": true,
                     *           "id": "dlv_01jsamp1e00000000000000000",
                     *           "resource_id": "wh_01jsamp1e00000000000000000",
                     *           "error": "The endpoint answered 503"
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "pagination": {
                     *         "limit": 25,
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DeadLetterList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    replay_dead: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example dlv_01jsamp1e00000000000000000 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": components["schemas"]["ReplayDeadResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    get_usage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "brands_used": 1,
                     *       "brands_limit": 2,
                     *       "posts_used": 4,
                     *       "posts_limit": 10,
                     *       "interactions_used": 12,
                     *       "interactions_limit": 50,
                     *       "exports_used": 0,
                     *       "exports_limit": 2,
                     *       "period_start": "2027-01-01T09:00:00.000Z",
                     *       "period_end": "2027-01-31T09:00:00.000Z",
                     *       "profile_units_used": 1,
                     *       "profile_units_limit": 2,
                     *       "page_allowance": 5,
                     *       "page_billing_exempt": false,
                     *       "livemode": true
                     *     }
                     */
                    "application/json": components["schemas"]["Usage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    list_plans: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "plans": [
                     *         {
                     *           "tier": "free",
                     *           "name": "Hobby",
                     *           "monthly_price_usd": 0,
                     *           "annual_price_usd": 0,
                     *           "popular": false,
                     *           "limits": {
                     *             "profiles": 2,
                     *             "posts_per_month": 10,
                     *             "interactions_per_month": 50,
                     *             "storage_bytes": 104857600,
                     *             "event_retention_days": 1,
                     *             "exports_per_month": 2,
                     *             "videos_per_export": 30,
                     *             "transcripts_per_export": 10,
                     *             "vision": false,
                     *             "report_expiry_days": 7,
                     *             "export_cooldown_seconds": 604800
                     *           },
                     *           "tagline": "Try everything with up to two brands"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ListPlansResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    create_checkout: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "plan": "pro",
                 *       "interval": "monthly",
                 *       "success_url": "https://cafe.example.com/paid"
                 *     }
                 */
                "application/json": components["schemas"]["CreateCheckoutRequest"];
            };
        };
        responses: {
            /** @description A dry run: nothing was changed */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dry_run": true,
                     *       "url": "https://payments.example.com/c/cs_1",
                     *       "livemode": true,
                     *       "id": "cs_1"
                     *     }
                     */
                    "application/json": components["schemas"]["CreateCheckoutResponsePreview"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://payments.example.com/c/cs_1",
                     *       "livemode": true,
                     *       "id": "cs_1"
                     *     }
                     */
                    "application/json": components["schemas"]["CreateCheckoutResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    get_checkout_status: {
        parameters: {
            query: {
                /**
                 * @description The `id` of the checkout
                 * @example cs_1
                 */
                session_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "complete",
                     *       "is_paid": true,
                     *       "is_active": true,
                     *       "livemode": true,
                     *       "id": "cs_1",
                     *       "plan": "pro",
                     *       "interval": "monthly"
                     *     }
                     */
                    "application/json": components["schemas"]["GetCheckoutStatusResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    create_portal: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "return_url": "https://cafe.example.com/settings"
                 *     }
                 */
                "application/json": components["schemas"]["CreatePortalRequest"];
            };
        };
        responses: {
            /** @description A dry run: nothing was changed */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dry_run": true,
                     *       "url": "https://payments.example.com/p/1",
                     *       "livemode": true
                     *     }
                     */
                    "application/json": components["schemas"]["CreatePortalResponsePreview"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://payments.example.com/p/1",
                     *       "livemode": true
                     *     }
                     */
                    "application/json": components["schemas"]["CreatePortalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    advance_clock: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "advance": "P30D"
                 *     }
                 */
                "application/json": components["schemas"]["AdvanceClockRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "now": "2027-01-01T09:00:00.000Z",
                     *       "advanced_seconds": 2592000,
                     *       "ahead_seconds": 2592000,
                     *       "livemode": false
                     *     }
                     */
                    "application/json": components["schemas"]["AdvanceClockResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    get_test_world: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://hubbub.example.com/simulator/w_1f5c0e9a7b3d4c2e8a6f0b1d2c3e4f50",
                     *       "livemode": false,
                     *       "world": "w_1f5c0e9a7b3d4c2e8a6f0b1d2c3e4f50"
                     *     }
                     */
                    "application/json": components["schemas"]["GetTestWorldResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    list_announcements: {
        parameters: {
            query?: {
                /** @description Results per page, 1 to 100, default 25 */
                limit?: components["parameters"]["query.limit"];
                /** @description The cursor of the previous answer, unchanged */
                cursor?: components["parameters"]["query.cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "kind": "maintenance",
                     *           "title": "Maintenance on Sunday",
                     *           "created_at": "2027-01-01T09:00:00.000Z",
                     *           "seen": false,
                     *           "livemode": true,
                     *           "id": "ann_01jsamp1e00000000000000000",
                     *           "body": "Publishing pauses for ten minutes. Scheduled posts go out after it.",
                     *           "window_start": "2027-01-03T03:00:00.000Z",
                     *           "window_end": "2027-01-03T03:10:00.000Z"
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "pagination": {
                     *         "limit": 25,
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ListAnnouncementsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    mark_announcement_seen: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example ann_01jsamp1e00000000000000000 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["MarkAnnouncementSeenResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    send_feedback: {
        parameters: {
            query?: {
                /** @description true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Repeating a request with the same key returns the first answer; kept for 24 hours */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=lenient`: unknown fields of the body are dropped instead of refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "feature_request",
                 *       "message": "A calendar of all scheduled posts would help."
                 *     }
                 */
                "application/json": components["schemas"]["SendFeedbackRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["SendFeedbackResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    on_comment_received: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at every attempt and every replay */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix seconds of this attempt */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description v1, and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` (Standard Webhooks); during a rotation one for each secret, with a space between */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description The type of the event */
                "x-socialapi-event": components["parameters"]["x-socialapi-event"];
                /** @description sha256= and the hex HMAC-SHA256 of the body; the older signature */
                "x-socialapi-signature": components["parameters"]["x-socialapi-signature"];
                /** @description sha256= and the hex HMAC-SHA256 of `<timestamp>.<body>` */
                "x-socialapi-signature-v2": components["parameters"]["x-socialapi-signature-v2"];
                /** @description During a rotation: the older signature with the new secret */
                "x-socialapi-signature-next"?: components["parameters"]["x-socialapi-signature-next"];
                /** @description During a rotation: the timed signature with the new secret */
                "x-socialapi-signature-v2-next"?: components["parameters"]["x-socialapi-signature-v2-next"];
                /** @description The same as webhook-timestamp */
                "x-socialapi-timestamp": components["parameters"]["x-socialapi-timestamp"];
                /** @description The id of the delivery, the same at every attempt; absent on pings and tests */
                "x-socialapi-delivery"?: components["parameters"]["x-socialapi-delivery"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "comment.received",
                 *       "timestamp": "2027-01-01T09:00:00.000Z",
                 *       "id": "evt_01jsamp1e00000000000000000",
                 *       "type": "comment.received",
                 *       "seq": 42,
                 *       "created_at": "2027-01-01T09:00:00.000Z",
                 *       "livemode": true,
                 *       "brand_id": "brand_01jsamp1e00000000000000000",
                 *       "data": {
                 *         "id": "cmt_01jsamp1e00000000000000000",
                 *         "type": "comment",
                 *         "platform": "instagram",
                 *         "account_id": "acc_01jsamp1e00000000000000000",
                 *         "platform_id": "example-item",
                 *         "author": {
                 *           "id": "example-person",
                 *           "name": "Ada Example",
                 *           "username": "ada"
                 *         },
                 *         "content": {
                 *           "text": "Where can I buy this?",
                 *           "media": []
                 *         },
                 *         "metadata": {},
                 *         "created_at": "2027-01-01T09:00:00.000Z",
                 *         "received_at": "2027-01-01T09:00:00.000Z",
                 *         "is_reply": false,
                 *         "livemode": false,
                 *         "post_id": "ip_01jsamp1e00000000000000000",
                 *         "platform_post_id": "example-post"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type?: "comment.received";
                    data?: components["schemas"]["Interaction"];
                } & components["schemas"]["WebhookMessage"];
            };
        };
        responses: {
            /** @description Gone: it is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_dm_received: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at every attempt and every replay */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix seconds of this attempt */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description v1, and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` (Standard Webhooks); during a rotation one for each secret, with a space between */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description The type of the event */
                "x-socialapi-event": components["parameters"]["x-socialapi-event"];
                /** @description sha256= and the hex HMAC-SHA256 of the body; the older signature */
                "x-socialapi-signature": components["parameters"]["x-socialapi-signature"];
                /** @description sha256= and the hex HMAC-SHA256 of `<timestamp>.<body>` */
                "x-socialapi-signature-v2": components["parameters"]["x-socialapi-signature-v2"];
                /** @description During a rotation: the older signature with the new secret */
                "x-socialapi-signature-next"?: components["parameters"]["x-socialapi-signature-next"];
                /** @description During a rotation: the timed signature with the new secret */
                "x-socialapi-signature-v2-next"?: components["parameters"]["x-socialapi-signature-v2-next"];
                /** @description The same as webhook-timestamp */
                "x-socialapi-timestamp": components["parameters"]["x-socialapi-timestamp"];
                /** @description The id of the delivery, the same at every attempt; absent on pings and tests */
                "x-socialapi-delivery"?: components["parameters"]["x-socialapi-delivery"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "dm.received",
                 *       "timestamp": "2027-01-01T09:00:00.000Z",
                 *       "id": "evt_01jsamp1e00000000000000000",
                 *       "type": "dm.received",
                 *       "seq": 42,
                 *       "created_at": "2027-01-01T09:00:00.000Z",
                 *       "livemode": true,
                 *       "brand_id": "brand_01jsamp1e00000000000000000",
                 *       "data": {
                 *         "id": "msg_01jsamp1e00000000000000000",
                 *         "type": "dm",
                 *         "platform": "instagram",
                 *         "account_id": "acc_01jsamp1e00000000000000000",
                 *         "platform_id": "example-item",
                 *         "author": {
                 *           "id": "example-person",
                 *           "name": "Ada Example",
                 *           "username": "ada"
                 *         },
                 *         "content": {
                 *           "text": "Are you open on Sunday?",
                 *           "media": []
                 *         },
                 *         "metadata": {},
                 *         "created_at": "2027-01-01T09:00:00.000Z",
                 *         "received_at": "2027-01-01T09:00:00.000Z",
                 *         "is_reply": false,
                 *         "livemode": false,
                 *         "conversation_id": "conv_01jsamp1e00000000000000000"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type?: "dm.received";
                    data?: components["schemas"]["Interaction"];
                } & components["schemas"]["WebhookMessage"];
            };
        };
        responses: {
            /** @description Gone: it is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_dm_sent: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at every attempt and every replay */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix seconds of this attempt */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description v1, and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` (Standard Webhooks); during a rotation one for each secret, with a space between */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description The type of the event */
                "x-socialapi-event": components["parameters"]["x-socialapi-event"];
                /** @description sha256= and the hex HMAC-SHA256 of the body; the older signature */
                "x-socialapi-signature": components["parameters"]["x-socialapi-signature"];
                /** @description sha256= and the hex HMAC-SHA256 of `<timestamp>.<body>` */
                "x-socialapi-signature-v2": components["parameters"]["x-socialapi-signature-v2"];
                /** @description During a rotation: the older signature with the new secret */
                "x-socialapi-signature-next"?: components["parameters"]["x-socialapi-signature-next"];
                /** @description During a rotation: the timed signature with the new secret */
                "x-socialapi-signature-v2-next"?: components["parameters"]["x-socialapi-signature-v2-next"];
                /** @description The same as webhook-timestamp */
                "x-socialapi-timestamp": components["parameters"]["x-socialapi-timestamp"];
                /** @description The id of the delivery, the same at every attempt; absent on pings and tests */
                "x-socialapi-delivery"?: components["parameters"]["x-socialapi-delivery"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "dm.sent",
                 *       "timestamp": "2027-01-01T09:00:00.000Z",
                 *       "id": "evt_01jsamp1e00000000000000000",
                 *       "type": "dm.sent",
                 *       "seq": 42,
                 *       "created_at": "2027-01-01T09:00:00.000Z",
                 *       "livemode": true,
                 *       "brand_id": "brand_01jsamp1e00000000000000000",
                 *       "data": {
                 *         "id": "msg_01jsamp1e00000000000000000",
                 *         "type": "dm",
                 *         "platform": "instagram",
                 *         "account_id": "acc_01jsamp1e00000000000000000",
                 *         "platform_id": "example-item",
                 *         "author": {
                 *           "id": "example-person",
                 *           "name": "Ada Example",
                 *           "username": "ada"
                 *         },
                 *         "content": {
                 *           "text": "Yes, from ten.",
                 *           "media": []
                 *         },
                 *         "metadata": {},
                 *         "created_at": "2027-01-01T09:00:00.000Z",
                 *         "received_at": "2027-01-01T09:00:00.000Z",
                 *         "is_reply": false,
                 *         "livemode": false,
                 *         "conversation_id": "conv_01jsamp1e00000000000000000",
                 *         "recipient": {
                 *           "id": "example-person",
                 *           "name": "Ada Example",
                 *           "username": "ada"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type?: "dm.sent";
                    data?: components["schemas"]["Interaction"];
                } & components["schemas"]["WebhookMessage"];
            };
        };
        responses: {
            /** @description Gone: it is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_dm_referral: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at every attempt and every replay */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix seconds of this attempt */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description v1, and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` (Standard Webhooks); during a rotation one for each secret, with a space between */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description The type of the event */
                "x-socialapi-event": components["parameters"]["x-socialapi-event"];
                /** @description sha256= and the hex HMAC-SHA256 of the body; the older signature */
                "x-socialapi-signature": components["parameters"]["x-socialapi-signature"];
                /** @description sha256= and the hex HMAC-SHA256 of `<timestamp>.<body>` */
                "x-socialapi-signature-v2": components["parameters"]["x-socialapi-signature-v2"];
                /** @description During a rotation: the older signature with the new secret */
                "x-socialapi-signature-next"?: components["parameters"]["x-socialapi-signature-next"];
                /** @description During a rotation: the timed signature with the new secret */
                "x-socialapi-signature-v2-next"?: components["parameters"]["x-socialapi-signature-v2-next"];
                /** @description The same as webhook-timestamp */
                "x-socialapi-timestamp": components["parameters"]["x-socialapi-timestamp"];
                /** @description The id of the delivery, the same at every attempt; absent on pings and tests */
                "x-socialapi-delivery"?: components["parameters"]["x-socialapi-delivery"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "dm.referral",
                 *       "timestamp": "2027-01-01T09:00:00.000Z",
                 *       "id": "evt_01jsamp1e00000000000000000",
                 *       "type": "dm.referral",
                 *       "seq": 42,
                 *       "created_at": "2027-01-01T09:00:00.000Z",
                 *       "livemode": true,
                 *       "brand_id": "brand_01jsamp1e00000000000000000",
                 *       "data": {
                 *         "id": "msg_01jsamp1e00000000000000000",
                 *         "type": "dm",
                 *         "platform": "instagram",
                 *         "account_id": "acc_01jsamp1e00000000000000000",
                 *         "platform_id": "example-item",
                 *         "author": {
                 *           "id": "example-person",
                 *           "name": "Ada Example",
                 *           "username": "ada"
                 *         },
                 *         "content": {
                 *           "text": "",
                 *           "media": []
                 *         },
                 *         "metadata": {
                 *           "referral": {
                 *             "source": "SHORTLINK",
                 *             "ref": "spring"
                 *           }
                 *         },
                 *         "created_at": "2027-01-01T09:00:00.000Z",
                 *         "received_at": "2027-01-01T09:00:00.000Z",
                 *         "is_reply": false,
                 *         "livemode": false,
                 *         "conversation_id": "conv_01jsamp1e00000000000000000"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type?: "dm.referral";
                    data?: components["schemas"]["Interaction"];
                } & components["schemas"]["WebhookMessage"];
            };
        };
        responses: {
            /** @description Gone: it is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_dm_postback: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at every attempt and every replay */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix seconds of this attempt */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description v1, and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` (Standard Webhooks); during a rotation one for each secret, with a space between */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description The type of the event */
                "x-socialapi-event": components["parameters"]["x-socialapi-event"];
                /** @description sha256= and the hex HMAC-SHA256 of the body; the older signature */
                "x-socialapi-signature": components["parameters"]["x-socialapi-signature"];
                /** @description sha256= and the hex HMAC-SHA256 of `<timestamp>.<body>` */
                "x-socialapi-signature-v2": components["parameters"]["x-socialapi-signature-v2"];
                /** @description During a rotation: the older signature with the new secret */
                "x-socialapi-signature-next"?: components["parameters"]["x-socialapi-signature-next"];
                /** @description During a rotation: the timed signature with the new secret */
                "x-socialapi-signature-v2-next"?: components["parameters"]["x-socialapi-signature-v2-next"];
                /** @description The same as webhook-timestamp */
                "x-socialapi-timestamp": components["parameters"]["x-socialapi-timestamp"];
                /** @description The id of the delivery, the same at every attempt; absent on pings and tests */
                "x-socialapi-delivery"?: components["parameters"]["x-socialapi-delivery"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "dm.postback",
                 *       "timestamp": "2027-01-01T09:00:00.000Z",
                 *       "id": "evt_01jsamp1e00000000000000000",
                 *       "type": "dm.postback",
                 *       "seq": 42,
                 *       "created_at": "2027-01-01T09:00:00.000Z",
                 *       "livemode": true,
                 *       "brand_id": "brand_01jsamp1e00000000000000000",
                 *       "data": {
                 *         "id": "msg_01jsamp1e00000000000000000",
                 *         "type": "dm",
                 *         "platform": "instagram",
                 *         "account_id": "acc_01jsamp1e00000000000000000",
                 *         "platform_id": "example-item",
                 *         "author": {
                 *           "id": "example-person",
                 *           "name": "Ada Example",
                 *           "username": "ada"
                 *         },
                 *         "content": {
                 *           "text": "Opening hours",
                 *           "media": []
                 *         },
                 *         "metadata": {
                 *           "title": "Opening hours",
                 *           "payload": "HOURS"
                 *         },
                 *         "created_at": "2027-01-01T09:00:00.000Z",
                 *         "received_at": "2027-01-01T09:00:00.000Z",
                 *         "is_reply": false,
                 *         "livemode": false,
                 *         "conversation_id": "conv_01jsamp1e00000000000000000"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type?: "dm.postback";
                    data?: components["schemas"]["Interaction"];
                } & components["schemas"]["WebhookMessage"];
            };
        };
        responses: {
            /** @description Gone: it is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_dm_status_sent: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at every attempt and every replay */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix seconds of this attempt */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description v1, and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` (Standard Webhooks); during a rotation one for each secret, with a space between */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description The type of the event */
                "x-socialapi-event": components["parameters"]["x-socialapi-event"];
                /** @description sha256= and the hex HMAC-SHA256 of the body; the older signature */
                "x-socialapi-signature": components["parameters"]["x-socialapi-signature"];
                /** @description sha256= and the hex HMAC-SHA256 of `<timestamp>.<body>` */
                "x-socialapi-signature-v2": components["parameters"]["x-socialapi-signature-v2"];
                /** @description During a rotation: the older signature with the new secret */
                "x-socialapi-signature-next"?: components["parameters"]["x-socialapi-signature-next"];
                /** @description During a rotation: the timed signature with the new secret */
                "x-socialapi-signature-v2-next"?: components["parameters"]["x-socialapi-signature-v2-next"];
                /** @description The same as webhook-timestamp */
                "x-socialapi-timestamp": components["parameters"]["x-socialapi-timestamp"];
                /** @description The id of the delivery, the same at every attempt; absent on pings and tests */
                "x-socialapi-delivery"?: components["parameters"]["x-socialapi-delivery"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "dm.status.sent",
                 *       "timestamp": "2027-01-01T09:00:00.000Z",
                 *       "id": "evt_01jsamp1e00000000000000000",
                 *       "type": "dm.status.sent",
                 *       "seq": 42,
                 *       "created_at": "2027-01-01T09:00:00.000Z",
                 *       "livemode": true,
                 *       "brand_id": "brand_01jsamp1e00000000000000000",
                 *       "data": {
                 *         "status": "sent",
                 *         "mids": [
                 *           "mid.1"
                 *         ],
                 *         "message_ids": [
                 *           "msg_01jsamp1e00000000000000000"
                 *         ],
                 *         "conversation_id": "conv_01jsamp1e00000000000000000",
                 *         "recipient_id": "example-person",
                 *         "account_id": "acc_01jsamp1e00000000000000000",
                 *         "platform": "instagram",
                 *         "livemode": false
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type?: "dm.status.sent";
                    data?: components["schemas"]["MessageStatusEvent"];
                } & components["schemas"]["WebhookMessage"];
            };
        };
        responses: {
            /** @description Gone: it is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_dm_status_delivered: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at every attempt and every replay */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix seconds of this attempt */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description v1, and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` (Standard Webhooks); during a rotation one for each secret, with a space between */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description The type of the event */
                "x-socialapi-event": components["parameters"]["x-socialapi-event"];
                /** @description sha256= and the hex HMAC-SHA256 of the body; the older signature */
                "x-socialapi-signature": components["parameters"]["x-socialapi-signature"];
                /** @description sha256= and the hex HMAC-SHA256 of `<timestamp>.<body>` */
                "x-socialapi-signature-v2": components["parameters"]["x-socialapi-signature-v2"];
                /** @description During a rotation: the older signature with the new secret */
                "x-socialapi-signature-next"?: components["parameters"]["x-socialapi-signature-next"];
                /** @description During a rotation: the timed signature with the new secret */
                "x-socialapi-signature-v2-next"?: components["parameters"]["x-socialapi-signature-v2-next"];
                /** @description The same as webhook-timestamp */
                "x-socialapi-timestamp": components["parameters"]["x-socialapi-timestamp"];
                /** @description The id of the delivery, the same at every attempt; absent on pings and tests */
                "x-socialapi-delivery"?: components["parameters"]["x-socialapi-delivery"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "dm.status.delivered",
                 *       "timestamp": "2027-01-01T09:00:00.000Z",
                 *       "id": "evt_01jsamp1e00000000000000000",
                 *       "type": "dm.status.delivered",
                 *       "seq": 42,
                 *       "created_at": "2027-01-01T09:00:00.000Z",
                 *       "livemode": true,
                 *       "brand_id": "brand_01jsamp1e00000000000000000",
                 *       "data": {
                 *         "status": "delivered",
                 *         "mids": [
                 *           "mid.1"
                 *         ],
                 *         "message_ids": [
                 *           "msg_01jsamp1e00000000000000000"
                 *         ],
                 *         "conversation_id": "conv_01jsamp1e00000000000000000",
                 *         "recipient_id": "example-person",
                 *         "account_id": "acc_01jsamp1e00000000000000000",
                 *         "platform": "instagram",
                 *         "livemode": false
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type?: "dm.status.delivered";
                    data?: components["schemas"]["MessageStatusEvent"];
                } & components["schemas"]["WebhookMessage"];
            };
        };
        responses: {
            /** @description Gone: it is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_dm_status_read: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at every attempt and every replay */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix seconds of this attempt */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description v1, and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` (Standard Webhooks); during a rotation one for each secret, with a space between */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description The type of the event */
                "x-socialapi-event": components["parameters"]["x-socialapi-event"];
                /** @description sha256= and the hex HMAC-SHA256 of the body; the older signature */
                "x-socialapi-signature": components["parameters"]["x-socialapi-signature"];
                /** @description sha256= and the hex HMAC-SHA256 of `<timestamp>.<body>` */
                "x-socialapi-signature-v2": components["parameters"]["x-socialapi-signature-v2"];
                /** @description During a rotation: the older signature with the new secret */
                "x-socialapi-signature-next"?: components["parameters"]["x-socialapi-signature-next"];
                /** @description During a rotation: the timed signature with the new secret */
                "x-socialapi-signature-v2-next"?: components["parameters"]["x-socialapi-signature-v2-next"];
                /** @description The same as webhook-timestamp */
                "x-socialapi-timestamp": components["parameters"]["x-socialapi-timestamp"];
                /** @description The id of the delivery, the same at every attempt; absent on pings and tests */
                "x-socialapi-delivery"?: components["parameters"]["x-socialapi-delivery"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "dm.status.read",
                 *       "timestamp": "2027-01-01T09:00:00.000Z",
                 *       "id": "evt_01jsamp1e00000000000000000",
                 *       "type": "dm.status.read",
                 *       "seq": 42,
                 *       "created_at": "2027-01-01T09:00:00.000Z",
                 *       "livemode": true,
                 *       "brand_id": "brand_01jsamp1e00000000000000000",
                 *       "data": {
                 *         "status": "read",
                 *         "mids": [
                 *           "mid.1"
                 *         ],
                 *         "message_ids": [
                 *           "msg_01jsamp1e00000000000000000"
                 *         ],
                 *         "conversation_id": "conv_01jsamp1e00000000000000000",
                 *         "recipient_id": "example-person",
                 *         "account_id": "acc_01jsamp1e00000000000000000",
                 *         "platform": "instagram",
                 *         "livemode": false
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type?: "dm.status.read";
                    data?: components["schemas"]["MessageStatusEvent"];
                } & components["schemas"]["WebhookMessage"];
            };
        };
        responses: {
            /** @description Gone: it is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_dm_status_failed: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at every attempt and every replay */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix seconds of this attempt */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description v1, and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` (Standard Webhooks); during a rotation one for each secret, with a space between */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description The type of the event */
                "x-socialapi-event": components["parameters"]["x-socialapi-event"];
                /** @description sha256= and the hex HMAC-SHA256 of the body; the older signature */
                "x-socialapi-signature": components["parameters"]["x-socialapi-signature"];
                /** @description sha256= and the hex HMAC-SHA256 of `<timestamp>.<body>` */
                "x-socialapi-signature-v2": components["parameters"]["x-socialapi-signature-v2"];
                /** @description During a rotation: the older signature with the new secret */
                "x-socialapi-signature-next"?: components["parameters"]["x-socialapi-signature-next"];
                /** @description During a rotation: the timed signature with the new secret */
                "x-socialapi-signature-v2-next"?: components["parameters"]["x-socialapi-signature-v2-next"];
                /** @description The same as webhook-timestamp */
                "x-socialapi-timestamp": components["parameters"]["x-socialapi-timestamp"];
                /** @description The id of the delivery, the same at every attempt; absent on pings and tests */
                "x-socialapi-delivery"?: components["parameters"]["x-socialapi-delivery"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "dm.status.failed",
                 *       "timestamp": "2027-01-01T09:00:00.000Z",
                 *       "id": "evt_01jsamp1e00000000000000000",
                 *       "type": "dm.status.failed",
                 *       "seq": 42,
                 *       "created_at": "2027-01-01T09:00:00.000Z",
                 *       "livemode": true,
                 *       "brand_id": "brand_01jsamp1e00000000000000000",
                 *       "data": {
                 *         "status": "failed",
                 *         "mids": [
                 *           "mid.1"
                 *         ],
                 *         "message_ids": [
                 *           "msg_01jsamp1e00000000000000000"
                 *         ],
                 *         "conversation_id": "conv_01jsamp1e00000000000000000",
                 *         "recipient_id": "example-person",
                 *         "account_id": "acc_01jsamp1e00000000000000000",
                 *         "platform": "instagram",
                 *         "livemode": false
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type?: "dm.status.failed";
                    data?: components["schemas"]["MessageStatusEvent"];
                } & components["schemas"]["WebhookMessage"];
            };
        };
        responses: {
            /** @description Gone: it is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_review_received: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at every attempt and every replay */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix seconds of this attempt */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description v1, and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` (Standard Webhooks); during a rotation one for each secret, with a space between */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description The type of the event */
                "x-socialapi-event": components["parameters"]["x-socialapi-event"];
                /** @description sha256= and the hex HMAC-SHA256 of the body; the older signature */
                "x-socialapi-signature": components["parameters"]["x-socialapi-signature"];
                /** @description sha256= and the hex HMAC-SHA256 of `<timestamp>.<body>` */
                "x-socialapi-signature-v2": components["parameters"]["x-socialapi-signature-v2"];
                /** @description During a rotation: the older signature with the new secret */
                "x-socialapi-signature-next"?: components["parameters"]["x-socialapi-signature-next"];
                /** @description During a rotation: the timed signature with the new secret */
                "x-socialapi-signature-v2-next"?: components["parameters"]["x-socialapi-signature-v2-next"];
                /** @description The same as webhook-timestamp */
                "x-socialapi-timestamp": components["parameters"]["x-socialapi-timestamp"];
                /** @description The id of the delivery, the same at every attempt; absent on pings and tests */
                "x-socialapi-delivery"?: components["parameters"]["x-socialapi-delivery"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "review.received",
                 *       "timestamp": "2027-01-01T09:00:00.000Z",
                 *       "id": "evt_01jsamp1e00000000000000000",
                 *       "type": "review.received",
                 *       "seq": 42,
                 *       "created_at": "2027-01-01T09:00:00.000Z",
                 *       "livemode": true,
                 *       "brand_id": "brand_01jsamp1e00000000000000000",
                 *       "data": {
                 *         "id": "rev_01jsamp1e00000000000000000",
                 *         "type": "review",
                 *         "platform": "instagram",
                 *         "account_id": "acc_01jsamp1e00000000000000000",
                 *         "platform_id": "example-item",
                 *         "author": {
                 *           "id": "example-person",
                 *           "name": "Ada Example",
                 *           "username": "ada"
                 *         },
                 *         "content": {
                 *           "text": "Friendly and fast.",
                 *           "media": []
                 *         },
                 *         "metadata": {
                 *           "rating": 5
                 *         },
                 *         "created_at": "2027-01-01T09:00:00.000Z",
                 *         "received_at": "2027-01-01T09:00:00.000Z",
                 *         "is_reply": false,
                 *         "livemode": false
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type?: "review.received";
                    data?: components["schemas"]["Interaction"];
                } & components["schemas"]["WebhookMessage"];
            };
        };
        responses: {
            /** @description Gone: it is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_mention_received: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at every attempt and every replay */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix seconds of this attempt */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description v1, and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` (Standard Webhooks); during a rotation one for each secret, with a space between */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description The type of the event */
                "x-socialapi-event": components["parameters"]["x-socialapi-event"];
                /** @description sha256= and the hex HMAC-SHA256 of the body; the older signature */
                "x-socialapi-signature": components["parameters"]["x-socialapi-signature"];
                /** @description sha256= and the hex HMAC-SHA256 of `<timestamp>.<body>` */
                "x-socialapi-signature-v2": components["parameters"]["x-socialapi-signature-v2"];
                /** @description During a rotation: the older signature with the new secret */
                "x-socialapi-signature-next"?: components["parameters"]["x-socialapi-signature-next"];
                /** @description During a rotation: the timed signature with the new secret */
                "x-socialapi-signature-v2-next"?: components["parameters"]["x-socialapi-signature-v2-next"];
                /** @description The same as webhook-timestamp */
                "x-socialapi-timestamp": components["parameters"]["x-socialapi-timestamp"];
                /** @description The id of the delivery, the same at every attempt; absent on pings and tests */
                "x-socialapi-delivery"?: components["parameters"]["x-socialapi-delivery"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "mention.received",
                 *       "timestamp": "2027-01-01T09:00:00.000Z",
                 *       "id": "evt_01jsamp1e00000000000000000",
                 *       "type": "mention.received",
                 *       "seq": 42,
                 *       "created_at": "2027-01-01T09:00:00.000Z",
                 *       "livemode": true,
                 *       "brand_id": "brand_01jsamp1e00000000000000000",
                 *       "data": {
                 *         "id": "mnt_01jsamp1e00000000000000000",
                 *         "type": "mention",
                 *         "platform": "instagram",
                 *         "account_id": "acc_01jsamp1e00000000000000000",
                 *         "platform_id": "example-item",
                 *         "author": {
                 *           "id": "example-person",
                 *           "name": "Ada Example",
                 *           "username": "ada"
                 *         },
                 *         "content": {
                 *           "text": "Lunch with @yourname",
                 *           "media": []
                 *         },
                 *         "metadata": {
                 *           "mention_type": "caption"
                 *         },
                 *         "created_at": "2027-01-01T09:00:00.000Z",
                 *         "received_at": "2027-01-01T09:00:00.000Z",
                 *         "is_reply": false,
                 *         "livemode": false
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type?: "mention.received";
                    data?: components["schemas"]["Interaction"];
                } & components["schemas"]["WebhookMessage"];
            };
        };
        responses: {
            /** @description Gone: it is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_post_scheduled: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at every attempt and every replay */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix seconds of this attempt */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description v1, and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` (Standard Webhooks); during a rotation one for each secret, with a space between */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description The type of the event */
                "x-socialapi-event": components["parameters"]["x-socialapi-event"];
                /** @description sha256= and the hex HMAC-SHA256 of the body; the older signature */
                "x-socialapi-signature": components["parameters"]["x-socialapi-signature"];
                /** @description sha256= and the hex HMAC-SHA256 of `<timestamp>.<body>` */
                "x-socialapi-signature-v2": components["parameters"]["x-socialapi-signature-v2"];
                /** @description During a rotation: the older signature with the new secret */
                "x-socialapi-signature-next"?: components["parameters"]["x-socialapi-signature-next"];
                /** @description During a rotation: the timed signature with the new secret */
                "x-socialapi-signature-v2-next"?: components["parameters"]["x-socialapi-signature-v2-next"];
                /** @description The same as webhook-timestamp */
                "x-socialapi-timestamp": components["parameters"]["x-socialapi-timestamp"];
                /** @description The id of the delivery, the same at every attempt; absent on pings and tests */
                "x-socialapi-delivery"?: components["parameters"]["x-socialapi-delivery"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "post.scheduled",
                 *       "timestamp": "2027-01-01T09:00:00.000Z",
                 *       "id": "evt_01jsamp1e00000000000000000",
                 *       "type": "post.scheduled",
                 *       "seq": 42,
                 *       "created_at": "2027-01-01T09:00:00.000Z",
                 *       "livemode": true,
                 *       "brand_id": "brand_01jsamp1e00000000000000000",
                 *       "data": {
                 *         "post_id": "post_01jsamp1e00000000000000000",
                 *         "status": "scheduled",
                 *         "scheduled_at": "2027-01-01T09:00:00.000Z",
                 *         "targets": [
                 *           {
                 *             "account_id": "acc_01jsamp1e00000000000000000",
                 *             "platform": "instagram"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type?: "post.scheduled";
                    data?: components["schemas"]["ScheduledPost"];
                } & components["schemas"]["WebhookMessage"];
            };
        };
        responses: {
            /** @description Gone: it is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_post_published: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at every attempt and every replay */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix seconds of this attempt */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description v1, and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` (Standard Webhooks); during a rotation one for each secret, with a space between */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description The type of the event */
                "x-socialapi-event": components["parameters"]["x-socialapi-event"];
                /** @description sha256= and the hex HMAC-SHA256 of the body; the older signature */
                "x-socialapi-signature": components["parameters"]["x-socialapi-signature"];
                /** @description sha256= and the hex HMAC-SHA256 of `<timestamp>.<body>` */
                "x-socialapi-signature-v2": components["parameters"]["x-socialapi-signature-v2"];
                /** @description During a rotation: the older signature with the new secret */
                "x-socialapi-signature-next"?: components["parameters"]["x-socialapi-signature-next"];
                /** @description During a rotation: the timed signature with the new secret */
                "x-socialapi-signature-v2-next"?: components["parameters"]["x-socialapi-signature-v2-next"];
                /** @description The same as webhook-timestamp */
                "x-socialapi-timestamp": components["parameters"]["x-socialapi-timestamp"];
                /** @description The id of the delivery, the same at every attempt; absent on pings and tests */
                "x-socialapi-delivery"?: components["parameters"]["x-socialapi-delivery"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "post.published",
                 *       "timestamp": "2027-01-01T09:00:00.000Z",
                 *       "id": "evt_01jsamp1e00000000000000000",
                 *       "type": "post.published",
                 *       "seq": 42,
                 *       "created_at": "2027-01-01T09:00:00.000Z",
                 *       "livemode": true,
                 *       "brand_id": "brand_01jsamp1e00000000000000000",
                 *       "data": {
                 *         "post_id": "post_01jsamp1e00000000000000000",
                 *         "status": "published",
                 *         "results": [
                 *           {
                 *             "account_id": "acc_01jsamp1e00000000000000000",
                 *             "platform": "instagram",
                 *             "status": "published",
                 *             "platform_post_id": "example-post",
                 *             "published_at": "2027-01-01T09:00:00.000Z"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type?: "post.published";
                    data?: components["schemas"]["PostOutcome"];
                } & components["schemas"]["WebhookMessage"];
            };
        };
        responses: {
            /** @description Gone: it is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_post_partial: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at every attempt and every replay */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix seconds of this attempt */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description v1, and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` (Standard Webhooks); during a rotation one for each secret, with a space between */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description The type of the event */
                "x-socialapi-event": components["parameters"]["x-socialapi-event"];
                /** @description sha256= and the hex HMAC-SHA256 of the body; the older signature */
                "x-socialapi-signature": components["parameters"]["x-socialapi-signature"];
                /** @description sha256= and the hex HMAC-SHA256 of `<timestamp>.<body>` */
                "x-socialapi-signature-v2": components["parameters"]["x-socialapi-signature-v2"];
                /** @description During a rotation: the older signature with the new secret */
                "x-socialapi-signature-next"?: components["parameters"]["x-socialapi-signature-next"];
                /** @description During a rotation: the timed signature with the new secret */
                "x-socialapi-signature-v2-next"?: components["parameters"]["x-socialapi-signature-v2-next"];
                /** @description The same as webhook-timestamp */
                "x-socialapi-timestamp": components["parameters"]["x-socialapi-timestamp"];
                /** @description The id of the delivery, the same at every attempt; absent on pings and tests */
                "x-socialapi-delivery"?: components["parameters"]["x-socialapi-delivery"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "post.partial",
                 *       "timestamp": "2027-01-01T09:00:00.000Z",
                 *       "id": "evt_01jsamp1e00000000000000000",
                 *       "type": "post.partial",
                 *       "seq": 42,
                 *       "created_at": "2027-01-01T09:00:00.000Z",
                 *       "livemode": true,
                 *       "brand_id": "brand_01jsamp1e00000000000000000",
                 *       "data": {
                 *         "post_id": "post_01jsamp1e00000000000000000",
                 *         "status": "partial",
                 *         "results": [
                 *           {
                 *             "account_id": "acc_01jsamp1e00000000000000000",
                 *             "platform": "instagram",
                 *             "status": "published",
                 *             "platform_post_id": "example-post",
                 *             "published_at": "2027-01-01T09:00:00.000Z"
                 *           },
                 *           {
                 *             "account_id": "acc_01jsamp1e00000000000000000",
                 *             "platform": "instagram",
                 *             "status": "failed",
                 *             "error": {
                 *               "code": "platform_error",
                 *               "message": "The platform could not be reached.",
                 *               "category": "platform",
                 *               "caused_by": "platform",
                 *               "retryable": true,
                 *               "remedy": "The platform could not be reached for minutes. Retry later."
                 *             }
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type?: "post.partial";
                    data?: components["schemas"]["PostOutcome"];
                } & components["schemas"]["WebhookMessage"];
            };
        };
        responses: {
            /** @description Gone: it is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_post_failed: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at every attempt and every replay */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix seconds of this attempt */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description v1, and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` (Standard Webhooks); during a rotation one for each secret, with a space between */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description The type of the event */
                "x-socialapi-event": components["parameters"]["x-socialapi-event"];
                /** @description sha256= and the hex HMAC-SHA256 of the body; the older signature */
                "x-socialapi-signature": components["parameters"]["x-socialapi-signature"];
                /** @description sha256= and the hex HMAC-SHA256 of `<timestamp>.<body>` */
                "x-socialapi-signature-v2": components["parameters"]["x-socialapi-signature-v2"];
                /** @description During a rotation: the older signature with the new secret */
                "x-socialapi-signature-next"?: components["parameters"]["x-socialapi-signature-next"];
                /** @description During a rotation: the timed signature with the new secret */
                "x-socialapi-signature-v2-next"?: components["parameters"]["x-socialapi-signature-v2-next"];
                /** @description The same as webhook-timestamp */
                "x-socialapi-timestamp": components["parameters"]["x-socialapi-timestamp"];
                /** @description The id of the delivery, the same at every attempt; absent on pings and tests */
                "x-socialapi-delivery"?: components["parameters"]["x-socialapi-delivery"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "post.failed",
                 *       "timestamp": "2027-01-01T09:00:00.000Z",
                 *       "id": "evt_01jsamp1e00000000000000000",
                 *       "type": "post.failed",
                 *       "seq": 42,
                 *       "created_at": "2027-01-01T09:00:00.000Z",
                 *       "livemode": true,
                 *       "brand_id": "brand_01jsamp1e00000000000000000",
                 *       "data": {
                 *         "post_id": "post_01jsamp1e00000000000000000",
                 *         "status": "failed",
                 *         "results": [
                 *           {
                 *             "account_id": "acc_01jsamp1e00000000000000000",
                 *             "platform": "instagram",
                 *             "status": "failed",
                 *             "error": {
                 *               "code": "platform_error",
                 *               "message": "The platform could not be reached.",
                 *               "category": "platform",
                 *               "caused_by": "platform",
                 *               "retryable": true,
                 *               "remedy": "The platform could not be reached for minutes. Retry later."
                 *             }
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type?: "post.failed";
                    data?: components["schemas"]["PostOutcome"];
                } & components["schemas"]["WebhookMessage"];
            };
        };
        responses: {
            /** @description Gone: it is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_post_unconfirmed: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at every attempt and every replay */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix seconds of this attempt */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description v1, and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` (Standard Webhooks); during a rotation one for each secret, with a space between */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description The type of the event */
                "x-socialapi-event": components["parameters"]["x-socialapi-event"];
                /** @description sha256= and the hex HMAC-SHA256 of the body; the older signature */
                "x-socialapi-signature": components["parameters"]["x-socialapi-signature"];
                /** @description sha256= and the hex HMAC-SHA256 of `<timestamp>.<body>` */
                "x-socialapi-signature-v2": components["parameters"]["x-socialapi-signature-v2"];
                /** @description During a rotation: the older signature with the new secret */
                "x-socialapi-signature-next"?: components["parameters"]["x-socialapi-signature-next"];
                /** @description During a rotation: the timed signature with the new secret */
                "x-socialapi-signature-v2-next"?: components["parameters"]["x-socialapi-signature-v2-next"];
                /** @description The same as webhook-timestamp */
                "x-socialapi-timestamp": components["parameters"]["x-socialapi-timestamp"];
                /** @description The id of the delivery, the same at every attempt; absent on pings and tests */
                "x-socialapi-delivery"?: components["parameters"]["x-socialapi-delivery"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "post.unconfirmed",
                 *       "timestamp": "2027-01-01T09:00:00.000Z",
                 *       "id": "evt_01jsamp1e00000000000000000",
                 *       "type": "post.unconfirmed",
                 *       "seq": 42,
                 *       "created_at": "2027-01-01T09:00:00.000Z",
                 *       "livemode": true,
                 *       "brand_id": "brand_01jsamp1e00000000000000000",
                 *       "data": {
                 *         "post_id": "post_01jsamp1e00000000000000000",
                 *         "account_id": "acc_01jsamp1e00000000000000000",
                 *         "platform": "instagram",
                 *         "error": {
                 *           "code": "unconfirmed",
                 *           "message": "The platform could not be reached.",
                 *           "category": "platform",
                 *           "caused_by": "platform",
                 *           "retryable": false,
                 *           "remedy": "The platform could not be reached for minutes. Retry later."
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type?: "post.unconfirmed";
                    data?: components["schemas"]["UnconfirmedTarget"];
                } & components["schemas"]["WebhookMessage"];
            };
        };
        responses: {
            /** @description Gone: it is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_post_updated: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at every attempt and every replay */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix seconds of this attempt */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description v1, and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` (Standard Webhooks); during a rotation one for each secret, with a space between */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description The type of the event */
                "x-socialapi-event": components["parameters"]["x-socialapi-event"];
                /** @description sha256= and the hex HMAC-SHA256 of the body; the older signature */
                "x-socialapi-signature": components["parameters"]["x-socialapi-signature"];
                /** @description sha256= and the hex HMAC-SHA256 of `<timestamp>.<body>` */
                "x-socialapi-signature-v2": components["parameters"]["x-socialapi-signature-v2"];
                /** @description During a rotation: the older signature with the new secret */
                "x-socialapi-signature-next"?: components["parameters"]["x-socialapi-signature-next"];
                /** @description During a rotation: the timed signature with the new secret */
                "x-socialapi-signature-v2-next"?: components["parameters"]["x-socialapi-signature-v2-next"];
                /** @description The same as webhook-timestamp */
                "x-socialapi-timestamp": components["parameters"]["x-socialapi-timestamp"];
                /** @description The id of the delivery, the same at every attempt; absent on pings and tests */
                "x-socialapi-delivery"?: components["parameters"]["x-socialapi-delivery"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "post.updated",
                 *       "timestamp": "2027-01-01T09:00:00.000Z",
                 *       "id": "evt_01jsamp1e00000000000000000",
                 *       "type": "post.updated",
                 *       "seq": 42,
                 *       "created_at": "2027-01-01T09:00:00.000Z",
                 *       "livemode": true,
                 *       "brand_id": "brand_01jsamp1e00000000000000000",
                 *       "data": {
                 *         "post_id": "post_01jsamp1e00000000000000000",
                 *         "status": "scheduled",
                 *         "changed_fields": [
                 *           "text"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type?: "post.updated";
                    data?: components["schemas"]["UpdatedPost"];
                } & components["schemas"]["WebhookMessage"];
            };
        };
        responses: {
            /** @description Gone: it is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_post_deleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at every attempt and every replay */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix seconds of this attempt */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description v1, and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` (Standard Webhooks); during a rotation one for each secret, with a space between */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description The type of the event */
                "x-socialapi-event": components["parameters"]["x-socialapi-event"];
                /** @description sha256= and the hex HMAC-SHA256 of the body; the older signature */
                "x-socialapi-signature": components["parameters"]["x-socialapi-signature"];
                /** @description sha256= and the hex HMAC-SHA256 of `<timestamp>.<body>` */
                "x-socialapi-signature-v2": components["parameters"]["x-socialapi-signature-v2"];
                /** @description During a rotation: the older signature with the new secret */
                "x-socialapi-signature-next"?: components["parameters"]["x-socialapi-signature-next"];
                /** @description During a rotation: the timed signature with the new secret */
                "x-socialapi-signature-v2-next"?: components["parameters"]["x-socialapi-signature-v2-next"];
                /** @description The same as webhook-timestamp */
                "x-socialapi-timestamp": components["parameters"]["x-socialapi-timestamp"];
                /** @description The id of the delivery, the same at every attempt; absent on pings and tests */
                "x-socialapi-delivery"?: components["parameters"]["x-socialapi-delivery"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "post.deleted",
                 *       "timestamp": "2027-01-01T09:00:00.000Z",
                 *       "id": "evt_01jsamp1e00000000000000000",
                 *       "type": "post.deleted",
                 *       "seq": 42,
                 *       "created_at": "2027-01-01T09:00:00.000Z",
                 *       "livemode": true,
                 *       "brand_id": "brand_01jsamp1e00000000000000000",
                 *       "data": {
                 *         "post_id": "post_01jsamp1e00000000000000000",
                 *         "was_status": "published"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type?: "post.deleted";
                    data?: components["schemas"]["DeletedPost"];
                } & components["schemas"]["WebhookMessage"];
            };
        };
        responses: {
            /** @description Gone: it is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_post_unpublished: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at every attempt and every replay */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix seconds of this attempt */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description v1, and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` (Standard Webhooks); during a rotation one for each secret, with a space between */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description The type of the event */
                "x-socialapi-event": components["parameters"]["x-socialapi-event"];
                /** @description sha256= and the hex HMAC-SHA256 of the body; the older signature */
                "x-socialapi-signature": components["parameters"]["x-socialapi-signature"];
                /** @description sha256= and the hex HMAC-SHA256 of `<timestamp>.<body>` */
                "x-socialapi-signature-v2": components["parameters"]["x-socialapi-signature-v2"];
                /** @description During a rotation: the older signature with the new secret */
                "x-socialapi-signature-next"?: components["parameters"]["x-socialapi-signature-next"];
                /** @description During a rotation: the timed signature with the new secret */
                "x-socialapi-signature-v2-next"?: components["parameters"]["x-socialapi-signature-v2-next"];
                /** @description The same as webhook-timestamp */
                "x-socialapi-timestamp": components["parameters"]["x-socialapi-timestamp"];
                /** @description The id of the delivery, the same at every attempt; absent on pings and tests */
                "x-socialapi-delivery"?: components["parameters"]["x-socialapi-delivery"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "post.unpublished",
                 *       "timestamp": "2027-01-01T09:00:00.000Z",
                 *       "id": "evt_01jsamp1e00000000000000000",
                 *       "type": "post.unpublished",
                 *       "seq": 42,
                 *       "created_at": "2027-01-01T09:00:00.000Z",
                 *       "livemode": true,
                 *       "brand_id": "brand_01jsamp1e00000000000000000",
                 *       "data": {
                 *         "post_id": "post_01jsamp1e00000000000000000",
                 *         "account_id": null,
                 *         "unpublished_count": 1
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type?: "post.unpublished";
                    data?: components["schemas"]["UnpublishedPost"];
                } & components["schemas"]["WebhookMessage"];
            };
        };
        responses: {
            /** @description Gone: it is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_post_retried: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at every attempt and every replay */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix seconds of this attempt */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description v1, and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` (Standard Webhooks); during a rotation one for each secret, with a space between */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description The type of the event */
                "x-socialapi-event": components["parameters"]["x-socialapi-event"];
                /** @description sha256= and the hex HMAC-SHA256 of the body; the older signature */
                "x-socialapi-signature": components["parameters"]["x-socialapi-signature"];
                /** @description sha256= and the hex HMAC-SHA256 of `<timestamp>.<body>` */
                "x-socialapi-signature-v2": components["parameters"]["x-socialapi-signature-v2"];
                /** @description During a rotation: the older signature with the new secret */
                "x-socialapi-signature-next"?: components["parameters"]["x-socialapi-signature-next"];
                /** @description During a rotation: the timed signature with the new secret */
                "x-socialapi-signature-v2-next"?: components["parameters"]["x-socialapi-signature-v2-next"];
                /** @description The same as webhook-timestamp */
                "x-socialapi-timestamp": components["parameters"]["x-socialapi-timestamp"];
                /** @description The id of the delivery, the same at every attempt; absent on pings and tests */
                "x-socialapi-delivery"?: components["parameters"]["x-socialapi-delivery"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "post.retried",
                 *       "timestamp": "2027-01-01T09:00:00.000Z",
                 *       "id": "evt_01jsamp1e00000000000000000",
                 *       "type": "post.retried",
                 *       "seq": 42,
                 *       "created_at": "2027-01-01T09:00:00.000Z",
                 *       "livemode": true,
                 *       "brand_id": "brand_01jsamp1e00000000000000000",
                 *       "data": {
                 *         "post_id": "post_01jsamp1e00000000000000000",
                 *         "retried_count": 1
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type?: "post.retried";
                    data?: components["schemas"]["RetriedPost"];
                } & components["schemas"]["WebhookMessage"];
            };
        };
        responses: {
            /** @description Gone: it is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_account_connected: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at every attempt and every replay */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix seconds of this attempt */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description v1, and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` (Standard Webhooks); during a rotation one for each secret, with a space between */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description The type of the event */
                "x-socialapi-event": components["parameters"]["x-socialapi-event"];
                /** @description sha256= and the hex HMAC-SHA256 of the body; the older signature */
                "x-socialapi-signature": components["parameters"]["x-socialapi-signature"];
                /** @description sha256= and the hex HMAC-SHA256 of `<timestamp>.<body>` */
                "x-socialapi-signature-v2": components["parameters"]["x-socialapi-signature-v2"];
                /** @description During a rotation: the older signature with the new secret */
                "x-socialapi-signature-next"?: components["parameters"]["x-socialapi-signature-next"];
                /** @description During a rotation: the timed signature with the new secret */
                "x-socialapi-signature-v2-next"?: components["parameters"]["x-socialapi-signature-v2-next"];
                /** @description The same as webhook-timestamp */
                "x-socialapi-timestamp": components["parameters"]["x-socialapi-timestamp"];
                /** @description The id of the delivery, the same at every attempt; absent on pings and tests */
                "x-socialapi-delivery"?: components["parameters"]["x-socialapi-delivery"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "account.connected",
                 *       "timestamp": "2027-01-01T09:00:00.000Z",
                 *       "id": "evt_01jsamp1e00000000000000000",
                 *       "type": "account.connected",
                 *       "seq": 42,
                 *       "created_at": "2027-01-01T09:00:00.000Z",
                 *       "livemode": true,
                 *       "brand_id": "brand_01jsamp1e00000000000000000",
                 *       "data": {
                 *         "account_id": "acc_01jsamp1e00000000000000000",
                 *         "platform": "instagram",
                 *         "brand_id": "brand_01jsamp1e00000000000000000",
                 *         "platform_user_id": "example-account",
                 *         "username": "yourname",
                 *         "display_name": "Your name",
                 *         "profile_picture_url": "",
                 *         "bio": "",
                 *         "profile_url": "",
                 *         "user_email": "",
                 *         "connected_at": "2027-01-01T09:00:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type?: "account.connected";
                    data?: components["schemas"]["ConnectedAccountEvent"];
                } & components["schemas"]["WebhookMessage"];
            };
        };
        responses: {
            /** @description Gone: it is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_account_disconnected: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at every attempt and every replay */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix seconds of this attempt */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description v1, and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` (Standard Webhooks); during a rotation one for each secret, with a space between */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description The type of the event */
                "x-socialapi-event": components["parameters"]["x-socialapi-event"];
                /** @description sha256= and the hex HMAC-SHA256 of the body; the older signature */
                "x-socialapi-signature": components["parameters"]["x-socialapi-signature"];
                /** @description sha256= and the hex HMAC-SHA256 of `<timestamp>.<body>` */
                "x-socialapi-signature-v2": components["parameters"]["x-socialapi-signature-v2"];
                /** @description During a rotation: the older signature with the new secret */
                "x-socialapi-signature-next"?: components["parameters"]["x-socialapi-signature-next"];
                /** @description During a rotation: the timed signature with the new secret */
                "x-socialapi-signature-v2-next"?: components["parameters"]["x-socialapi-signature-v2-next"];
                /** @description The same as webhook-timestamp */
                "x-socialapi-timestamp": components["parameters"]["x-socialapi-timestamp"];
                /** @description The id of the delivery, the same at every attempt; absent on pings and tests */
                "x-socialapi-delivery"?: components["parameters"]["x-socialapi-delivery"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "account.disconnected",
                 *       "timestamp": "2027-01-01T09:00:00.000Z",
                 *       "id": "evt_01jsamp1e00000000000000000",
                 *       "type": "account.disconnected",
                 *       "seq": 42,
                 *       "created_at": "2027-01-01T09:00:00.000Z",
                 *       "livemode": true,
                 *       "brand_id": "brand_01jsamp1e00000000000000000",
                 *       "data": {
                 *         "account_id": "acc_01jsamp1e00000000000000000",
                 *         "platform": "instagram",
                 *         "reason": "access_revoked",
                 *         "reconnect_required": true
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type?: "account.disconnected";
                    data?: components["schemas"]["DisconnectedAccountEvent"];
                } & components["schemas"]["WebhookMessage"];
            };
        };
        responses: {
            /** @description Gone: it is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_account_token_expiring: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at every attempt and every replay */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix seconds of this attempt */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description v1, and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` (Standard Webhooks); during a rotation one for each secret, with a space between */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description The type of the event */
                "x-socialapi-event": components["parameters"]["x-socialapi-event"];
                /** @description sha256= and the hex HMAC-SHA256 of the body; the older signature */
                "x-socialapi-signature": components["parameters"]["x-socialapi-signature"];
                /** @description sha256= and the hex HMAC-SHA256 of `<timestamp>.<body>` */
                "x-socialapi-signature-v2": components["parameters"]["x-socialapi-signature-v2"];
                /** @description During a rotation: the older signature with the new secret */
                "x-socialapi-signature-next"?: components["parameters"]["x-socialapi-signature-next"];
                /** @description During a rotation: the timed signature with the new secret */
                "x-socialapi-signature-v2-next"?: components["parameters"]["x-socialapi-signature-v2-next"];
                /** @description The same as webhook-timestamp */
                "x-socialapi-timestamp": components["parameters"]["x-socialapi-timestamp"];
                /** @description The id of the delivery, the same at every attempt; absent on pings and tests */
                "x-socialapi-delivery"?: components["parameters"]["x-socialapi-delivery"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "account.token_expiring",
                 *       "timestamp": "2027-01-01T09:00:00.000Z",
                 *       "id": "evt_01jsamp1e00000000000000000",
                 *       "type": "account.token_expiring",
                 *       "seq": 42,
                 *       "created_at": "2027-01-01T09:00:00.000Z",
                 *       "livemode": true,
                 *       "brand_id": "brand_01jsamp1e00000000000000000",
                 *       "data": {
                 *         "account_id": "acc_01jsamp1e00000000000000000",
                 *         "platform": "instagram",
                 *         "username": "yourname",
                 *         "token_expires_at": "2027-01-08T09:00:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type?: "account.token_expiring";
                    data?: components["schemas"]["ExpiringTokenEvent"];
                } & components["schemas"]["WebhookMessage"];
            };
        };
        responses: {
            /** @description Gone: it is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_page_removed: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at every attempt and every replay */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix seconds of this attempt */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description v1, and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` (Standard Webhooks); during a rotation one for each secret, with a space between */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description The type of the event */
                "x-socialapi-event": components["parameters"]["x-socialapi-event"];
                /** @description sha256= and the hex HMAC-SHA256 of the body; the older signature */
                "x-socialapi-signature": components["parameters"]["x-socialapi-signature"];
                /** @description sha256= and the hex HMAC-SHA256 of `<timestamp>.<body>` */
                "x-socialapi-signature-v2": components["parameters"]["x-socialapi-signature-v2"];
                /** @description During a rotation: the older signature with the new secret */
                "x-socialapi-signature-next"?: components["parameters"]["x-socialapi-signature-next"];
                /** @description During a rotation: the timed signature with the new secret */
                "x-socialapi-signature-v2-next"?: components["parameters"]["x-socialapi-signature-v2-next"];
                /** @description The same as webhook-timestamp */
                "x-socialapi-timestamp": components["parameters"]["x-socialapi-timestamp"];
                /** @description The id of the delivery, the same at every attempt; absent on pings and tests */
                "x-socialapi-delivery"?: components["parameters"]["x-socialapi-delivery"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "page.removed",
                 *       "timestamp": "2027-01-01T09:00:00.000Z",
                 *       "id": "evt_01jsamp1e00000000000000000",
                 *       "type": "page.removed",
                 *       "seq": 42,
                 *       "created_at": "2027-01-01T09:00:00.000Z",
                 *       "livemode": true,
                 *       "brand_id": "brand_01jsamp1e00000000000000000",
                 *       "data": {
                 *         "account_id": "acc_01jsamp1e00000000000000000",
                 *         "platform": "instagram",
                 *         "platform_page_id": "example-page",
                 *         "name": "A page",
                 *         "reason": "access_revoked"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type?: "page.removed";
                    data?: components["schemas"]["RemovedPageEvent"];
                } & components["schemas"]["WebhookMessage"];
            };
        };
        responses: {
            /** @description Gone: it is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_webhook_disabled: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at every attempt and every replay */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix seconds of this attempt */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description v1, and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` (Standard Webhooks); during a rotation one for each secret, with a space between */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description The type of the event */
                "x-socialapi-event": components["parameters"]["x-socialapi-event"];
                /** @description sha256= and the hex HMAC-SHA256 of the body; the older signature */
                "x-socialapi-signature": components["parameters"]["x-socialapi-signature"];
                /** @description sha256= and the hex HMAC-SHA256 of `<timestamp>.<body>` */
                "x-socialapi-signature-v2": components["parameters"]["x-socialapi-signature-v2"];
                /** @description During a rotation: the older signature with the new secret */
                "x-socialapi-signature-next"?: components["parameters"]["x-socialapi-signature-next"];
                /** @description During a rotation: the timed signature with the new secret */
                "x-socialapi-signature-v2-next"?: components["parameters"]["x-socialapi-signature-v2-next"];
                /** @description The same as webhook-timestamp */
                "x-socialapi-timestamp": components["parameters"]["x-socialapi-timestamp"];
                /** @description The id of the delivery, the same at every attempt; absent on pings and tests */
                "x-socialapi-delivery"?: components["parameters"]["x-socialapi-delivery"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "webhook.disabled",
                 *       "timestamp": "2027-01-01T09:00:00.000Z",
                 *       "id": "evt_01jsamp1e00000000000000000",
                 *       "type": "webhook.disabled",
                 *       "seq": 42,
                 *       "created_at": "2027-01-01T09:00:00.000Z",
                 *       "livemode": true,
                 *       "brand_id": "brand_01jsamp1e00000000000000000",
                 *       "data": {
                 *         "webhook_id": "wh_01jsamp1e00000000000000000",
                 *         "url": "https://example.com/hook",
                 *         "reason": "failing"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type?: "webhook.disabled";
                    data?: components["schemas"]["DisabledWebhookEvent"];
                } & components["schemas"]["WebhookMessage"];
            };
        };
        responses: {
            /** @description Gone: it is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
