import { useMember } from '#web/api/user.ts';
import { RowDocument } from './row-document.tsx';

/** The page of one row of a catalogue or of an index of the organisation. */
export function DocumentPage(row: { indexId: string; id: string; text: string }) {
  const { orgId, authUserId } = useMember();
  return <RowDocument reader={{ orgId, userId: authUserId }} {...row} />;
}
