import type { ColumnType, Generated } from 'kysely';

/** A timestamp that the database fills in and that reads as a Date. */
type Stamp = ColumnType<Date, Date | string | undefined, Date | string>;
type Time = ColumnType<Date, Date | string, Date | string>;
type NullableTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** Written as JSON text, read as a value. */
type Json<T> = ColumnType<T, string | undefined, string>;
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

export type AccountStatus = 'active' | 'reconnect_required';
export type PostStatus = 'draft' | 'scheduled' | 'publishing' | 'published' | 'partial' | 'failed' | 'cancelled';
export type ActionStatus = 'pending' | 'publishing' | 'published' | 'failed' | 'unconfirmed' | 'cancelled';
export type ActionState = 'claimed' | 'prepared' | 'sending' | 'reconciling';
export type ActionKindName =
  | 'publish'
  | 'segment'
  | 'first_comment'
  | 'remove'
  | 'edit'
  | 'reply'
  | 'change'
  | 'template';
export type DeliveryStatus = 'pending' | 'success' | 'failed';

/** Row types of the migrations, for Kysely. */
export interface Schema {
  workspaces: { id: string; name: string; plan: string; created_at: Stamp };
  tenants: {
    tenant_id: string;
    workspace_id: string;
    mode: 'live' | 'test';
    seq: Generated<number>;
    period_start: Time;
    posts_used: Generated<number>;
    interactions_used: Generated<number>;
    storage_bytes: Generated<number>;
    media_count: Generated<number>;
    created_at: Stamp;
  };
  api_keys: {
    tenant_id: string;
    id: string;
    name: string;
    hash: Buffer;
    preview: string;
    scopes: Generated<string[]>;
    brand_ids: Generated<string[]>;
    is_active: Generated<boolean>;
    last_used_at: NullableTime;
    created_at: Stamp;
  };
  platform_apps: { mode: string; platform: string; client_id: string; client_secret: string; verify_token: string };
  app_pauses: { platform: string; app_id: string; since: Stamp; until: Time };
  brands: { tenant_id: string; id: string; name: string; created_at: Stamp; updated_at: Stamp };
  accounts: {
    tenant_id: string;
    id: string;
    brand_id: string;
    platform: string;
    platform_id: string;
    name: string;
    username: string;
    picture_url: string | null;
    bio: string | null;
    metadata: Json<Record<string, unknown>>;
    status: Generated<AccountStatus>;
    reconnect_reason: string | null;
    credentials: string;
    app_id: Generated<string>;
    token_expires_at: NullableTime;
    next_due_at: NullableTime;
    not_before: Stamp;
    throttled_at: NullableTime;
    lease_until: Stamp;
    lease_attempt: Generated<number>;
    refresh_lease_until: Stamp;
    poll_due_at: NullableTime;
    poll_lease_until: Stamp;
    poll_attempt: Generated<number>;
    poll_cursor: string | null;
    disconnected_at: NullableTime;
    created_at: Stamp;
    updated_at: Stamp;
  };
  posts: {
    tenant_id: string;
    id: string;
    text: string | null;
    title: string | null;
    status: PostStatus;
    visibility: string | null;
    first_comment: string | null;
    media: Json<StoredMedia[]>;
    platform_data: Json<Record<string, Record<string, unknown>>>;
    segments: NullableJson<StoredSegment[]>;
    hidden: Generated<boolean>;
    scheduled_at: NullableTime;
    scheduled_local: string | null;
    timezone: string | null;
    published_at: NullableTime;
    retry_count: Generated<number>;
    charged_period: NullableTime;
    created_at: Stamp;
    updated_at: Stamp;
  };
  post_fingerprints: { tenant_id: string; fingerprint: Buffer; post_id: string; expires_at: Time };
  actions: {
    tenant_id: string;
    id: string;
    account_id: string;
    platform: string;
    kind: ActionKindName;
    parent_id: string | null;
    batch: string | null;
    post_id: string | null;
    position: Generated<number>;
    input: Json<Record<string, unknown>>;
    status: ActionStatus;
    due_at: NullableTime;
    scheduled_at: NullableTime;
    scheduled_local: string | null;
    state: ActionState | null;
    attempt: Generated<number>;
    pickups: Generated<number>;
    tries: Generated<number>;
    repeats: Generated<number>;
    looks: Generated<number>;
    send_key: string | null;
    prepared: NullableJson<Record<string, unknown>>;
    intent_at: NullableTime;
    started_at: NullableTime;
    platform_id: string | null;
    permalink: string | null;
    published_at: NullableTime;
    error: NullableJson<Record<string, unknown>>;
    metadata: Json<Record<string, unknown>>;
    charged_period: NullableTime;
    created_at: Stamp;
    updated_at: Stamp;
  };
  attempts: {
    tenant_id: string;
    action_id: string;
    attempt: number;
    step: number;
    state: string;
    detail: Json<Record<string, unknown>>;
    at: Stamp;
  };
  idempotency_keys: {
    tenant_id: string;
    scope: string;
    key: string;
    request_hash: Buffer;
    status: number;
    body: string | null;
    is_sealed: Generated<boolean>;
    ref: string | null;
    created_at: Stamp;
    expires_at: Time;
  };
  media: {
    tenant_id: string;
    id: string;
    filename: string;
    content_type: string;
    size_bytes: number;
    status: 'pending' | 'ready' | 'failed';
    created_at: Stamp;
  };
  inbox_posts: {
    tenant_id: string;
    id: string;
    account_id: string;
    platform: string;
    platform_id: string;
    post_id: string | null;
    content: Generated<string>;
    thumbnail: Generated<string>;
    permalink: Generated<string>;
    comment_count: Generated<number>;
    like_count: Generated<number>;
    published_at: NullableTime;
    last_comment_at: NullableTime;
    created_at: Stamp;
    updated_at: Stamp;
  };
  comments: {
    tenant_id: string;
    id: string;
    account_id: string;
    platform: string;
    inbox_post_id: string;
    platform_id: string;
    parent_platform_id: string | null;
    author: Json<StoredPerson>;
    text: string;
    is_owner: boolean;
    like_count: Generated<number>;
    is_hidden: Generated<boolean>;
    created_at: Time;
    received_at: Stamp;
  };
  conversations: {
    tenant_id: string;
    id: string;
    account_id: string;
    page_id: string | null;
    platform: string;
    platform_id: string;
    participant_id: string;
    participant_name: Generated<string>;
    participant_picture: string | null;
    last_message: string | null;
    last_message_at: NullableTime;
    status: Generated<'active' | 'archived'>;
    unread_count: Generated<number>;
    created_at: Stamp;
    updated_at: Stamp;
  };
  reviews: {
    tenant_id: string;
    id: string;
    account_id: string;
    platform: string;
    platform_id: string;
    rating: number;
    text: string | null;
    author: Json<StoredPerson>;
    reply: NullableJson<{ text: string; updated_at: string }>;
    created_at: Time;
    updated_at: Stamp;
  };
  callbacks: {
    tenant_id: string;
    id: string;
    account_id: string;
    platform: string;
    key: string;
    payload: Json<unknown>;
    received_at: Stamp;
    due_at: NullableTime;
    lease_until: Stamp;
    attempt: Generated<number>;
    error: string | null;
  };
  events: {
    tenant_id: string;
    seq: number;
    id: string;
    type: string;
    category: string;
    status: Generated<string>;
    platform: string | null;
    account_id: string | null;
    resource_id: string | null;
    summary: string;
    data: Json<Record<string, unknown>>;
    raw_payload: NullableJson<unknown>;
    error_category: string | null;
    error_message: string | null;
    created_at: Stamp;
  };
  webhook_endpoints: {
    tenant_id: string;
    id: string;
    url: string;
    events: string[];
    secret: string;
    secret_hint: string;
    is_active: Generated<boolean>;
    disabled_reason: string | null;
    failing_since: NullableTime;
    created_at: Stamp;
    updated_at: Stamp;
  };
  deliveries: {
    tenant_id: string;
    id: string;
    endpoint_id: string;
    event_seq: number;
    event_type: string;
    status: Generated<DeliveryStatus>;
    due_at: NullableTime;
    lease_until: Stamp;
    attempt: Generated<number>;
    response_status_code: number | null;
    response_duration_ms: number | null;
    created_at: Stamp;
  };
  delivery_queues: { tenant_id: string; endpoint_id: string; next_due_at: NullableTime };
  delivery_attempts: {
    tenant_id: string;
    delivery_id: string;
    attempt: number;
    status_code: number | null;
    response_body: string | null;
    error_message: string | null;
    duration_ms: number;
    created_at: Stamp;
  };
}

/** A media item of a post as it is stored. */
export interface StoredMedia {
  source_type: 'media_id' | 'url' | 'platform_attachment_id';
  source: string;
  type?: 'image' | 'video' | 'audio' | 'file';
  alt_text?: string;
}

/** A further part of a thread. */
export interface StoredSegment {
  text: string;
  media: StoredMedia[];
}

export interface StoredPerson {
  id: string;
  name?: string;
  username?: string;
  avatar_url?: string;
}
