import { lazy } from 'react';

/** Dialogs that few sign-ins need: they are loaded when one opens. */
export const VerifyEmailModal = lazy(async () => ({
  default: (await import('./verify-email-modal.tsx')).VerifyEmailModal,
}));
export const SecondFactorModal = lazy(async () => ({
  default: (await import('./second-factor-modal.tsx')).SecondFactorModal,
}));
export const NewPasswordModal = lazy(async () => ({
  default: (await import('./new-password-modal.tsx')).NewPasswordModal,
}));
