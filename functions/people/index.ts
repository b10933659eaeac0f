/** What other features may use of `people`. */
export {
  deleteLast,
  deleteLeaver,
  deleteTeam,
  deleteWithoutOrganization,
  listTeam,
} from './account-deletions.ts';
export {
  getOrganization,
  getOrganizations,
  getUser,
  type OrganizationRecord,
  putNewOrganization,
  putNewUser,
  putTrial,
  renameOrganization,
  setOrganizationSwitch,
  setStaff,
  toUser,
  type UserRecord,
  updateUser,
} from './accounts.ts';
export {
  account,
  admin,
  member,
  memberOfSession,
  staff,
  user,
  userOf,
  userOfAnySession,
} from './callers.ts';
export { closeAccount } from './close-account.ts';
export { closing, isClosing } from './closing-accounts.ts';
export { mailAdmins } from './mail-admins.ts';
export { mailTotalOf } from './mail-total.ts';
export {
  addManagementKey,
  deleteManagementKeys,
  listManagementKeys,
  mailEndingManagementKeys,
  managementKeysBy,
  removeManagementKey,
} from './management-keys.ts';
export { type ManagingPrincipal, managingAdmin, managingMember } from './managing.ts';
export {
  deleteMember,
  findMember,
  listMembers,
  type MemberRecord,
  putInvited,
  putRole,
} from './members.ts';
export { noteDevice } from './note-device.ts';
export { noteJoined } from './note-joined.ts';
export { listNames, listOlder } from './organization-names.ts';
export {
  type MemberPrincipal,
  namedByStaff,
  requireAdmin,
  requireFreshSignIn,
  requireOwnOrganization,
  requireSelf,
  type TokenPrincipal,
  type UserPrincipal,
} from './principal.ts';
export { isTwoStep } from './sessions.ts';
export { recordProvider, recordStaff } from './staff-audit.ts';
export { teamNames } from './team-names.ts';
export { tellOwner } from './tell-owner.ts';
export { mailboxHash, trialOf } from './trials.ts';
export {
  createInvitedAccount,
  findAccount,
  type InvitedBy,
  listUnconfirmed,
  renewInvitation,
  setRoleAttribute,
} from './user-pool.ts';
export { fetchTokenKeys } from './verify-token.ts';
export { type VisitorPrincipal, visitor } from './visitor.ts';
