import type { ColumnRole } from './column-roles.ts';
import { isDatasetName } from './dataset-names.ts';
import { errorCatalog } from './errors.ts';
import { limits } from './limits.ts';

/**
 * Validation rules of the specification (section 5) that browser and server share. Each returns the
 * message to show, or `undefined` if the value is valid.
 */
type Problem = string | undefined;

const simpleEmail = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** Single letters appear in every password. */
const partMinLength = 2;

function containsPart(password: string, source: string): boolean {
  const haystack = password.toLowerCase();
  const parts = source.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return parts.some((part) => part.length >= partMinLength && haystack.includes(part));
}

interface PasswordOwner {
  fullName?: string | undefined;
  email?: string | undefined;
}

/** Says whether a password contains a part of its owner's name, or of the e-mail before the @. */
export function passwordContains(password: string, owner: PasswordOwner): 'name' | 'email' | 'ok' {
  if (containsPart(password, owner.fullName ?? '')) return 'name';
  if (containsPart(password, (owner.email ?? '').split('@')[0] ?? '')) return 'email';
  return 'ok';
}

export const passwordTexts = {
  tooShort: `Password must have at least ${limits.passwordMinLength} characters!`,
  signUp: {
    name: 'Password should not contain name',
    email: 'Password should not contain your email',
    mismatch: 'Password and Confirmation password do not match.',
  },
  newPassword: {
    name: 'Password should not contain part of your name',
    email: 'Password should not contain part of your email',
    mismatch: 'Password and Confirmation password do not match.',
  },
  change: { mismatch: 'Password and Confirm Password does not match!' },
} as const;

/** Checks the length, then parts of the name and email, with the messages of the given form. */
export function passwordProblem(
  password: string,
  owner: PasswordOwner,
  wording: 'signUp' | 'newPassword',
): Problem {
  if (password.length < limits.passwordMinLength) return passwordTexts.tooShort;
  const part = passwordContains(password, owner);
  return part === 'ok' ? undefined : passwordTexts[wording][part];
}

export function emailProblem(email: string): Problem {
  return simpleEmail.test(email.trim()) ? undefined : 'Please enter a valid email address.';
}

export function fullNameProblem(fullName: string): Problem {
  return fullName.trim() === '' ? 'Please enter your full name.' : undefined;
}

/** A verification code has at least six characters. */
export function codeProblem(code: string): Problem {
  return code.trim().length < limits.verificationCodeMinLength
    ? 'Invalid confirmation code!'
    : undefined;
}

export function organizationNameProblem(name: string): Problem {
  return name.trim().length < limits.organizationNameMinLength
    ? errorCatalog.OrganizationNameTooShort.message
    : undefined;
}

/** Error code for an invalid index name: only letters and digits are allowed. */
export function indexNameError(name: string): 'IndexNameMissing' | 'IndexNameInvalid' | undefined {
  if (name === '') return 'IndexNameMissing';
  return /^[A-Za-z0-9]+$/.test(name) ? undefined : 'IndexNameInvalid';
}

export function indexNameProblem(name: string): Problem {
  const code = indexNameError(name);
  return code && errorCatalog[code].message;
}

/** Fields of a found item that are not columns of the dataset. */
const reservedColumns = ['conceptScore', 'explanation', 'sameValue'];

/** Error code for invalid roles: there must be one index column and at least one metadata column. */
export function columnRolesError(
  roles: Readonly<Record<string, ColumnRole>>,
): 'ColumnsInvalid' | 'ColumnReserved' | undefined {
  const values = Object.values(roles);
  const indexColumns = values.filter((role) => role === 'index').length;
  if (indexColumns !== 1 || !values.includes('metadata')) return 'ColumnsInvalid';
  return reservedColumns.some((name) => roles[name] === 'metadata') ? 'ColumnReserved' : undefined;
}

export function columnRolesProblem(roles: Readonly<Record<string, ColumnRole>>): Problem {
  const code = columnRolesError(roles);
  return code && errorCatalog[code].message;
}

/** What to do after `OnlyCsv`. */
export const csvHint =
  'Tables are also taken as .tsv, .json, .jsonl, .parquet and .xlsx, and packed as .gz or .zip. Export the table in one of these forms and upload that file.';

/** Checks name and size of a file for the upload tool. */
export function cliFileProblem({ name, size }: { name: string; size: number }): Problem {
  if (!isDatasetName(name)) return errorCatalog.OnlyCsv.message;
  if (size === 0) return 'The file is empty.';
  return size > limits.cliUploadMaxBytes ? 'The file is larger than 5 TB.' : undefined;
}

export const csvFileTooLarge =
  'Your file is larger than 2GB, please select to upload via CLI tool.';

/** Checks name and size of a file for the direct upload. */
export function uploadedFileProblem(file: { name: string; size: number }): Problem {
  if (!isDatasetName(file.name)) return errorCatalog.OnlyCsv.message;
  if (file.size === 0) return 'The file is empty.';
  return file.size > limits.directUploadMaxBytes ? csvFileTooLarge : undefined;
}
