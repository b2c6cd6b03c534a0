import type { Effect } from '../effect.ts';
import type { Session } from '../session.ts';
import type { Part } from './inbox.ts';

// Abilities of platforms where a business writes from a phone number: the number itself and message templates.

/** The number behind an account: its registration and its public profile. */
export interface PhoneNumber {
  /** Makes the platform send a code to the phone. */
  readonly requestCode: (session: Session, request: CodeRequest) => Promise<void>;
  readonly verifyCode: (session: Session, code: string) => Promise<void>;
  readonly register: (session: Session, pin: string) => Promise<void>;
  readonly deregister: (session: Session) => Promise<void>;
  readonly status: (session: Session) => Promise<{ readonly isVerified: boolean; readonly isRegistered: boolean }>;
  readonly profile: (session: Session) => Promise<BusinessProfile>;
  /** Changes only the given fields. */
  readonly updateProfile: (session: Session, change: BusinessProfileChange) => Promise<void>;
}

interface CodeRequest {
  readonly method: 'SMS' | 'VOICE';
  /** `en_US` */
  readonly language: string;
}

interface ProfileFields {
  readonly about?: string | undefined;
  readonly address?: string | undefined;
  readonly description?: string | undefined;
  readonly email?: string | undefined;
  readonly vertical?: string | undefined;
  readonly websites?: readonly string[] | undefined;
}

export interface BusinessProfile extends ProfileFields {
  readonly pictureUrl?: string | undefined;
}

export interface BusinessProfileChange extends ProfileFields {
  /** The handle that an upload to the platform returned. */
  readonly pictureHandle?: string | undefined;
}

/** Parts of a template or of a message made from one, in the platform's form. */
export type Components = readonly Readonly<Record<string, unknown>>[];

export interface NewTemplate {
  readonly name: string;
  readonly language: string;
  readonly category: string;
  readonly components: Components;
}

export interface Template extends NewTemplate {
  readonly id: string;
  /** The platform's word: PENDING, APPROVED, REJECTED, PAUSED, DISABLED … */
  readonly status: string;
}

/** A message made from a template. */
export interface TemplateMessage {
  /** Digits with the country code. */
  readonly to: string;
  readonly templateName: string;
  readonly language: string;
  readonly components: Components;
}

/** Messages approved by the platform, which may be sent outside the window for free replies. */
export interface Templates {
  readonly list: (
    session: Session,
    page: { readonly limit: number; readonly cursor?: string },
  ) => Promise<Part<Template>>;
  readonly get: (session: Session, id: string) => Promise<Template>;
  readonly create: (session: Session, template: NewTemplate) => Promise<Pick<Template, 'id' | 'status' | 'category'>>;
  readonly edit: (session: Session, id: string, components: Components) => Promise<void>;
  /** Removes the template in every language. */
  readonly remove: (session: Session, name: string) => Promise<void>;
  readonly send: Effect<TemplateMessage>;
}
