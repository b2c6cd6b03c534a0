/** The account that received the items. */
export interface InboxAccount {
  readonly tenantId: string;
  readonly accountId: string;
  readonly platform: string;
  readonly livemode: boolean;
}
