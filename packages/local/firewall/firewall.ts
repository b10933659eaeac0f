import type { IncomingMessage } from 'node:http';
import type { Clock } from '#local/clock.ts';
import type { RateRule, Refusal, RequestMatch } from './web-acls.ts';

/** A window is counted in parts. Parts that are older than the window no longer count. */
const partsPerWindow = 10;

/** Counts a request. Returns how to refuse it, or undefined to let it pass. */
export type Firewall = (
  request: IncomingMessage,
  headers?: Record<string, string>,
) => Refusal | undefined;

/**
 * Blocks network addresses like AWS WAF's rate-based rules: while an address has sent more requests than the limit
 * within the window. Blocked requests count too. AWS counts with some delay; this firewall counts at once.
 * `headers` are additional headers that the rules match but the request itself does not carry.
 */
export function openFirewall(rules: readonly RateRule[], clock: Clock): Firewall {
  const counters = rules.map((rule) => ({ rule, count: openCounter(rule.windowMs, clock) }));
  return (request, headers = {}) => {
    const address = request.socket.remoteAddress ?? '';
    const textOf = (field: RequestMatch['field']) =>
      field === 'path'
        ? (request.url ?? '').replace(/\?.*$/, '')
        : String(headers[field.header] ?? request.headers[field.header] ?? '');
    for (const { rule, count } of counters) {
      const { match } = rule;
      if (match && !match.pattern.test(textOf(match.field))) continue;
      if (count(address) > rule.limit) return rule.refusal;
    }
    return undefined;
  };
}

/** Returns a function that counts one request of an address and gives its number within the sliding window. */
function openCounter(windowMs: number, clock: Clock): (address: string) => number {
  const partMs = windowMs / partsPerWindow;
  const parts = new Map<number, Map<string, number>>();
  return (address) => {
    const now = Math.floor(clock.now() / partMs);
    for (const part of parts.keys()) if (part <= now - partsPerWindow) parts.delete(part);
    const current = parts.get(now) ?? new Map<string, number>();
    parts.set(now, current);
    current.set(address, (current.get(address) ?? 0) + 1);
    let sum = 0;
    for (const part of parts.values()) sum += part.get(address) ?? 0;
    return sum;
  };
}
