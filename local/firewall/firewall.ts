import type { IncomingMessage } from 'node:http';
import type { Clock } from '#local/clock.ts';
import type { RateRule } from './web-acls.ts';

/** Parts that a window is counted in: what is older than a window is forgotten part by part. */
const partsPerWindow = 10;

/** Counts a request and gives the status with which it is to be refused; undefined lets it pass. */
export type Firewall = (
  request: IncomingMessage,
  headers?: Record<string, string>,
) => number | undefined;

/**
 * Blocks addresses as AWS WAF's rate-based rules do: while an address has sent more than the limit
 * within the window, blocked requests included. AWS counts with some delay, this one at once.
 * `headers` of a call are those that only AWS sees, beside the request's own.
 */
export function openFirewall(rules: readonly RateRule[], clock: Clock): Firewall {
  const counters = rules.map((rule) => ({ rule, count: openCounter(rule.windowMs, clock) }));
  return (request, headers = {}) => {
    const address = request.socket.remoteAddress ?? '';
    for (const { rule, count } of counters) {
      const { match } = rule;
      const value = match && (headers[match.header] ?? request.headers[match.header]);
      if (match && !match.pattern.test(String(value ?? ''))) continue;
      if (count(address) > rule.limit) return rule.status;
    }
    return undefined;
  };
}

/** Counts by address over a sliding window. */
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
