/** The account that received the items. */
export interface InboxAccount {
  readonly tenantId: string;
  readonly accountId: string;
  readonly platform: string;
  readonly livemode: boolean;
  /** The items come from history, such as stored callbacks that are read again: none of them is news. */
  readonly isPast?: boolean;
}
