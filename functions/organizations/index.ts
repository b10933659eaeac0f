/** What other features may use of `organizations`. */
export { toTeamMember } from './to-team-member.ts';
