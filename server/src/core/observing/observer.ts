/** The account that a platform call speaks for. */
export interface PlatformCaller {
  readonly tenantId: string;
  /** null: no account is connected yet. */
  readonly accountId: string | null;
  readonly platform: string;
}
