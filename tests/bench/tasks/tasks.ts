import { expect as anyExpect, type Page } from '@playwright/test';
import { stopLinkOf } from './alert-mail.ts';
import type { Hands } from './hands.ts';

/** A busy machine takes long. */
const expect = anyExpect.configure({ timeout: 30_000 });

interface Task {
  name: string;
  /** Makes what the person needs, such as the link of a mail. It is not counted. */
  prepare?(page: Page): Promise<string>;
  /** Does it, from the page that opens, with what was made, and sees that it is done. */
  run(hands: Hands, made: string): Promise<void>;
}

const search = '/search?index=us_patents';
const boxOf = (page: Page) => page.getByRole('textbox', { name: 'Search text' });
const resultsOf = (page: Page) => page.getByRole('region', { name: 'Results' });
const hitsOf = (page: Page) => resultsOf(page).locator('[data-hit]');
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

/** Types a search where one stands when the page opens, and waits for its hits. */
async function find(hands: Hands, text: string, isPasted = false): Promise<void> {
  const { page } = hands;
  await hands.press('Control+k');
  await (isPasted ? hands.paste(text) : hands.type(text));
  await hands.press('Enter');
  await expect(boxOf(page)).toHaveValue(text.trim());
  await expect(resultsOf(page)).toHaveAttribute('data-stale', 'false');
  await expect(hitsOf(page).first()).toBeVisible();
}

/** A file with a text, as a browser prints it. */
async function pdfOf(page: Page, text: string): Promise<Buffer> {
  const other = await page.context().browser()!.newPage();
  await other.setContent(`<p>${text}</p>`);
  const file = await other.pdf();
  await other.close();
  return file;
}

/** The file that a click has the browser save. */
async function saved(hands: Hands, act: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([hands.page.waitForEvent('download'), act()]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

const claim = `A drone comprising an elongate fuselage, a pair of wings which fold along the fuselage for
storage, a propulsion motor, and a recovery parachute held in a tail compartment, wherein a timer
releases the parachute after a loss of the command signal.`;

export const tasks: readonly Task[] = [
  {
    name: 'ten relevant of two hundred, exported',
    async run(hands) {
      const { page } = hands;
      // A condition that all meet: they are ranked by the words.
      await find(hands, 'unmanned aircraft pd:1900..');
      await expect(hitsOf(page)).toHaveCount(100);
      await hands.click(button(page, /^Show \d+ more$/));
      await expect(hitsOf(page)).toHaveCount(200);
      // Those whose title says so are relevant, wherever they stand.
      const relevant = hitsOf(page).filter({
        has: page.getByRole('heading', { name: /drone|unmanned|pilotless|aircraft|aerial/i }),
      });
      for (let i = 0; i < 10; i += 1) {
        await hands.click(relevant.nth(i).getByRole('checkbox'));
      }
      await hands.click(button(page, 'Export'));
      const file = await saved(hands, () =>
        hands.click(page.getByRole('menuitem', { name: /^CSV/ })),
      );
      expect(file.trimEnd().split('\r\n')).toHaveLength(11);
    },
  },
  {
    name: 'an owner’s portfolio before 2010 without a class',
    async run(hands) {
      const { page } = hands;
      await find(hands, 'owner:toyota pd:..2009 -cpc:G05D');
      await expect(
        page.getByRole('list', { name: 'Must be met' }).getByRole('listitem'),
      ).toHaveCount(3);
    },
  },
  {
    name: 'three documents compared',
    async run(hands) {
      const { page } = hands;
      await find(hands, 'unmanned aircraft');
      for (const at of [0, 1, 2]) await hands.click(hitsOf(page).nth(at).getByRole('checkbox'));
      await hands.click(page.getByRole('link', { name: 'Compare', exact: true }));
      await expect(page.getByRole('region', { name: 'Documents side by side' })).toBeVisible();
      await expect(page.getByRole('row', { name: /Owner/ }).getByRole('cell')).toHaveCount(3);
    },
  },
  {
    name: 'a saved search that mails',
    async run(hands) {
      const { page } = hands;
      await find(hands, '+drone parachute');
      await hands.click(button(page, 'Save search'));
      const dialog = page.getByRole('dialog', { name: 'Save search' });
      await hands.choose(dialog.getByLabel('Mail me what is new'), 'Every Monday');
      await hands.click(dialog.getByRole('button', { name: 'Save', exact: true }));
      await expect(page.getByText('Saved, with an alert')).toBeVisible();
    },
  },
  {
    name: 'a claim pasted, its nearest read',
    async run(hands) {
      const { page } = hands;
      await find(hands, claim, true);
      await hands.press('ArrowDown', 'Enter');
      await expect(page.getByRole('complementary', { name: /^Document/ })).toBeVisible();
    },
  },
  {
    name: 'a document opened by its number',
    async run(hands) {
      const { page } = hands;
      await hands.press('Control+k');
      await hands.type('US 99,110,011 B2');
      await hands.press('Enter');
      await page.waitForURL('**/patents/US-99110011-B2*');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    },
  },
  {
    name: 'five documents in a new shared list, one with note and tags',
    async run(hands) {
      const { page } = hands;
      await find(hands, 'unmanned aircraft pd:1900..');
      for (let at = 0; at < 5; at += 1)
        await hands.click(hitsOf(page).nth(at).getByRole('checkbox'));
      await hands.click(button(page, 'Add these to a list'));
      await hands.click(page.getByRole('menuitem', { name: 'New list' }));
      const dialog = page.getByRole('dialog', { name: 'New list' });
      await expect(dialog.getByLabel('Name')).toBeFocused();
      await hands.type('Bottles');
      await hands.choose(
        dialog.getByLabel('Seen by'),
        'Everybody in the organization, who can add to it',
      );
      await hands.click(dialog.getByRole('button', { name: 'Save' }));
      const added = page.getByRole('status').filter({ hasText: '5 added to Bottles' });
      await hands.click(added.getByRole('link', { name: 'Bottles' }));
      await hands.click(button(page, /^Note and tags of/).first());
      await expect(page.getByRole('dialog').getByLabel('Note')).toBeFocused();
      await hands.type('Closure as in claim 3');
      await hands.press('Tab');
      await hands.type('closure, X');
      await hands.click(page.getByRole('dialog').getByRole('button', { name: 'Save' }));
      await expect(page.getByRole('cell', { name: 'Closure as in claim 3' })).toBeVisible();
    },
  },
  {
    name: 'a project with a list and a search',
    async run(hands) {
      const { page } = hands;
      await find(hands, 'unmanned aircraft');
      await addToProject(hands, 'Boats v. Bottles', true);
      await hands.click(page.getByRole('link', { name: 'Lists' }));
      await hands.click(page.getByRole('link', { name: 'Bottles', exact: true }).first());
      await addToProject(hands, 'Boats v. Bottles', false);
      await hands.click(page.getByRole('link', { name: 'Boats v. Bottles' }).first());
      await expect(
        page.getByRole('table', { name: 'In this project' }).getByRole('row'),
      ).toHaveCount(3);
    },
  },
  {
    name: 'results narrowed: two owners left out, later years',
    async run(hands) {
      const { page } = hands;
      await find(hands, 'unmanned aircraft pd:1900..');
      const panel = page.getByRole('complementary', { name: 'Narrow the results' });
      for (const owner of [0, 1]) {
        await hands.click(panel.getByRole('button', { name: /^Exclude/ }).nth(owner));
        await expect(button(page, /^Remove filter/).first()).toBeVisible();
        await expect(resultsOf(page)).toHaveAttribute('data-stale', 'false');
      }
      await hands.seize(panel.getByRole('slider', { name: /from$/ }).first());
      await hands.press('ArrowRight');
      await expect(button(page, /^Remove filter Publication date/)).toBeVisible();
      await expect(resultsOf(page)).toHaveAttribute('data-stale', 'false');
    },
  },
  {
    name: 'the search before last, run again',
    async run(hands) {
      const { page } = hands;
      const earlier = page.getByRole('region', { name: 'Your latest searches' });
      await hands.click(earlier.getByRole('link').nth(1));
      await expect(hitsOf(page).first()).toBeVisible();
    },
  },
  {
    name: 'ten rated by keys, more like the relevant ones',
    async run(hands) {
      const { page } = hands;
      await find(hands, 'unmanned aircraft pd:1900..');
      await hands.press('ArrowDown', '1');
      const dialog = page.getByRole('dialog', { name: 'Rate for which list?' });
      await expect(dialog.getByRole('textbox')).toBeFocused();
      await hands.press('Enter');
      await expect(page.getByText('1 relevant, 0 maybe, 0 not')).toBeVisible();
      for (let at = 1; at < 10; at += 1) await hands.press('j', at < 5 ? '1' : '3');
      await expect(page.getByText('5 relevant, 0 maybe, 5 not')).toBeVisible();
      await hands.click(button(page, 'More like the relevant ones'));
      await expect(boxOf(page)).not.toHaveValue(/^unmanned aircraft pd/);
      // None that is rated comes again.
      await expect(button(page, /^Remove filter Number: none of 10/)).toBeVisible();
      await expect(hitsOf(page).first()).toBeVisible();
    },
  },
  {
    name: 'a PDF dropped, its text seen, then searched',
    prepare: async (page) => (await pdfOf(page, claim)).toString('base64'),
    async run(hands, file) {
      const { page } = hands;
      await hands.drop(
        page.getByRole('heading', { level: 1 }),
        'disclosure.pdf',
        Buffer.from(file, 'base64'),
      );
      const dialog = page.getByRole('dialog', { name: 'Search with a document' });
      await expect(dialog.getByLabel('Text to search with')).toHaveValue(/elongate fuselage/);
      await expect(dialog.getByRole('button', { name: 'Search with this text' })).toBeFocused();
      await hands.press('Enter');
      await expect(hitsOf(page).first()).toBeVisible();
    },
  },
  {
    name: 'an alert stopped by the link of its mail, signed out',
    prepare: stopLinkOf,
    async run(hands, link) {
      // Where nobody is signed in.
      const visitor = await hands.page.context().browser()!.newPage();
      await visitor.goto(link);
      await hands.click(button(visitor, 'Stop the alert'));
      await expect(visitor.getByText('The alert “Notes about honey” is stopped.')).toBeVisible();
      await visitor.close();
    },
  },
  {
    name: 'a landscape read, an owner and a year opened from it',
    async run(hands) {
      const { page } = hands;
      await find(hands, 'unmanned aircraft pd:1900..');
      await hands.click(page.getByText('Landscape', { exact: true }));
      const plot = page.getByRole('group', { name: /^Owner by publication date/ });
      await hands.click(plot.getByRole('link').first());
      await expect(button(page, /^Remove filter/).first()).toBeVisible();
      await expect(hitsOf(page).first()).toBeVisible();
    },
  },
  {
    name: 'a citation graph read by keys, a cited document opened',
    async run(hands) {
      const { page } = hands;
      await hands.press('Control+k');
      await hands.type('US 99,110,012 B2');
      await hands.press('Enter');
      await page.waitForURL('**/patents/US-99110012-B2*');
      await hands.click(button(page, 'Show two steps each way'));
      const graph = page
        .getByRole('group', { name: /The arrow keys go from point to point/ })
        .last();
      await hands.click(graph.getByRole('link').first());
      await page.waitForURL((url) => !url.pathname.endsWith('US-99110012-B2'));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    },
  },
  {
    name: 'two datasets compared',
    async run(hands) {
      const { page } = hands;
      await find(hands, 'storing electricity');
      await hands.click(button(page, 'More about searching'));
      await hands.click(page.getByRole('menuitem', { name: /^Compare/ }));
      await hands.click(page.getByRole('combobox', { name: 'Second index' }));
      await hands.click(page.getByRole('option', { name: 'Arxiv' }));
      await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
    },
  },
];

export const firstPage = search;

/** Adds what is on the page to a project, by the button of this name. */
async function addToProject(hands: Hands, project: string, isNew: boolean): Promise<void> {
  const { page } = hands;
  await hands.click(button(page, 'Add to project').first());
  const dialog = page.getByRole('dialog', { name: 'Add to project' });
  if (isNew) {
    await hands.click(dialog.getByRole('button', { name: 'New project' }));
    const form = page.getByRole('dialog', { name: 'New project' });
    await expect(form.getByLabel('Name')).toBeFocused();
    await hands.type(project);
    await hands.press('Enter');
  } else {
    await hands.click(dialog.getByRole('combobox', { name: 'Project' }));
    await hands.click(page.getByRole('option', { name: project }).first());
    await hands.click(dialog.getByRole('button', { name: 'Add', exact: true }));
  }
  await expect(page.getByText(`Added to ${project}`).last()).toBeVisible();
}
