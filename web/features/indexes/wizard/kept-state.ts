import type { WizardState } from './wizard-state.ts';

/** Changes with the form of the state: what an earlier release kept is not read. */
const version = 1;

interface Entry {
  wizard?: { version: number; orgId: string; state: WizardState };
}

/**
 * The state of the wizard that stands in this entry of the browser's history. It is there after a reload, or when somebody comes
 * back from another page, and not when the wizard is opened again. Another organization's is not read: somebody else may have signed in.
 */
export function keptState(orgId: string): WizardState | undefined {
  const { wizard } = (window.history.state ?? {}) as Entry;
  return wizard?.version === version && wizard.orgId === orgId ? wizard.state : undefined;
}

export function keepState(orgId: string, state: WizardState): void {
  window.history.replaceState({ ...window.history.state, wizard: { version, orgId, state } }, '');
}
