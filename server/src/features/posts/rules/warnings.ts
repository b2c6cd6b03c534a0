import type { Connectors } from '../../../core/context.ts';
import type { Platform } from '../../../core/platforms.ts';
import { toValidationIssue, type ValidationIssue } from '../compose/validate-issue.ts';
import type { TargetRow } from '../model/post.ts';
import { issuesOf } from './check-limits.ts';
import { contentOn, type KnownMedia, type PostContent } from './checked-content.ts';

/** What the platforms of a post will ignore, target by target, as `validate_post` reports it. */
export function warningsOf(
  connectors: Connectors,
  post: PostContent & { readonly targets: readonly TargetRow[] | null },
  known: KnownMedia,
): ValidationIssue[] {
  return (post.targets ?? []).flatMap(({ platform, account_id: accountId, input: own }, index) => {
    const connector = connectors[platform as Platform];
    if (connector === undefined) return [];
    return issuesOf(
      connector,
      contentOn(connector.platform, post, own, known),
      ({ severity }) => severity === 'warning',
    ).map((issue) => toValidationIssue({ connector, own, index, accountId }, issue));
  });
}

/** Warns, target by target, that a post waits because its workspace is suspended. */
export function suspensionWarnings(post: { readonly targets: readonly TargetRow[] | null }): ValidationIssue[] {
  return (post.targets ?? []).map(({ platform, account_id: target }, index) => ({
    platform: platform as Platform,
    field: `targets.${index}`,
    rule: 'held',
    message:
      'The workspace is suspended, so nothing is published for now. The post goes out when the operator resumes it.',
    target,
  }));
}
