import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { waitForMail } from './support/mailbox.ts';
import { createOrganization, newPerson, signIn, signUp } from './support/people.ts';

test('an admin renames the organization, invites somebody who joins, and removes them', async ({
  page,
  browser,
}) => {
  const [admin, invited] = [newPerson('Ada Runs'), newPerson('Grace Joins')];
  await signUp(page, admin);
  await createOrganization(page, 'Engines');
  await page.getByRole('button', { name: `Account of ${admin.fullName}` }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();

  const update = page.getByRole('button', { name: 'Update' });
  await expect(update).toBeDisabled();
  await page.getByLabel('Organization name').fill('Difference Engines');
  await update.click();
  const renamed = page.getByText('Organization updated successfully!');
  await expect(renamed).toBeVisible();
  await expect(renamed).toBeHidden();

  const invite = async () => {
    await page.getByLabel('Email').fill(invited.email);
    await page.getByLabel('Full name').fill(invited.fullName);
    await page.getByRole('button', { name: 'Invite' }).click();
  };
  await invite();
  await expect(page.getByText('Your invitation has been sent successfully!')).toBeVisible();
  const team = page.getByRole('table', { name: 'Team' });
  const row = team.getByRole('row', { name: new RegExp(invited.email) });
  await expect(row).toContainText('Pending');
  await invite();
  await expect(page.getByText('This user is already in the organization.')).toBeVisible();

  const mail = await waitForMail(invited.email, /^Your invitation to Antecede$/);
  const temporary = /^\s*(\S{12,})\s*$/m.exec(mail.text)![1]!;
  const other = await browser.newPage();
  await other.goto('/sign-in');
  await signIn(other, { email: invited.email, password: temporary });
  const dialog = other.getByRole('dialog', { name: 'Set a new password' });
  const namePart = invited.fullName.split(' ')[0]!;
  await dialog.getByLabel('New password').fill(`${namePart}-${namePart}-${namePart}`);
  await dialog.getByLabel('Confirm password').fill('other');
  await dialog.getByRole('button', { name: 'Set password' }).click();
  await expect(dialog.getByText('Password should not contain part of your name')).toBeVisible();
  await expect(dialog).toContainText('Password and Confirmation password do not match.');
  await expect(dialog.getByLabel('New password')).toBeFocused();
  await dialog.getByLabel('New password').fill(invited.password);
  await dialog.getByLabel('Confirm password').fill(invited.password);
  await dialog.getByRole('button', { name: 'Set password' }).click();
  await other.waitForURL('**/index');
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(/Index/);
  await other.goto('/settings');
  await expect(other.getByLabel(`Role of ${admin.fullName}`)).toBeDisabled();
  await expect(other.getByRole('button', { name: 'Invite' })).toHaveCount(0);
  await expect(other.getByRole('heading', { name: 'Audit trail' })).toHaveCount(0);
  await other.getByLabel('Organization name').fill('Mine now');
  await other.getByRole('button', { name: 'Update' }).click();
  await expect(
    other.getByText('You are not allowed to change the organization name!'),
  ).toBeVisible();

  await page.reload();
  await expect(row).toContainText('Confirmed');
  await expect(page.getByLabel(`Role of ${admin.fullName}`)).toBeDisabled();
  const role = page.getByLabel(`Role of ${invited.fullName}`);
  await role.selectOption('admin');
  await expect(role).toHaveValue('admin');
  await other.reload();
  await expect(other.getByRole('button', { name: 'Invite' })).toBeVisible();

  await page.getByRole('button', { name: `Remove ${invited.fullName}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText(`${invited.fullName} has been removed successfully!`)).toBeVisible();
  await expect(row).toHaveCount(0);
  await other.reload();
  await expect(other.getByRole('table', { name: 'Team' })).toHaveCount(0);

  const trail = page.getByRole('table', { name: 'Audit trail' });
  await page.getByLabel('Action').selectOption('Member removed');
  await expect(trail.getByRole('row')).toHaveCount(2);
  await expect(trail.getByRole('row').last()).toContainText(invited.email);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as CSV' }).click();
  const csv = await readFile(await (await downloading).path(), 'utf8');
  expect(csv.split('\r\n')).toHaveLength(3);
  expect(csv).toContain(`"member.removed","Member removed","${admin.fullName}"`);
  await page.getByLabel('Until').fill('2020-01-01');
  await expect(page.getByText('No entry matches.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(trail).toContainText('Organization renamed');
});
