/** `<antecede-search>`: a search of one index on any page. */
import {
  AntecedeError,
  AntecedeIndex,
  type Condition,
  type Hit,
  type SearchAnswer,
} from '../sdk-js/client.ts';
import { make, marked, safeLink } from './dom.ts';
import {
  conditionOf,
  type FacetColumn,
  nameOf,
  readFacets,
  requested,
  shownCounts,
} from './facets.ts';
import { styles } from './styles.ts';
import { englishTexts, type Texts } from './texts.ts';

type Row = Record<string, string>;

/** How long nobody types before a search begins by itself, where the page wants that. */
const pauseMs = 400;
const usualTitles = ['title', 'name', 'headline', 'subject'];
const usualLinks = ['link', 'url', 'href'];
const defaultPageSize = 10;
const isoDay = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
/** Width from which facets stand beside the hits, as the styles have it. */
const wideFrom = 640;

const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);

const listOf = (text: string | null): string[] =>
  (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);

/** The column of this name, or the first that has a usual one. */
const columnOf = (hit: object, chosen: string | null, usual: readonly string[]) =>
  chosen ?? Object.keys(hit).find((name) => usual.includes(name.toLowerCase()));

let made = 0;

/**
 * Attributes: `endpoint`; `token-url`, from which a token is fetched as text, or `api-key`; `facets`, `fields`, `title`-, `link-column`,
 * `page-size`, `as-you-type`, `syntax`, `theme`, `query`.
 *
 * Properties: `token`, `filters`, `texts`; they may be set before the script has loaded.
 *
 * Events: `antecede-answer` with the answer of a search, `antecede-open` with `{ hit, position }` when somebody opens a hit.
 */
export class AntecedeSearch extends HTMLElement {
  static readonly observedAttributes = ['endpoint', 'token-url', 'api-key', 'query'];

  /** Gives a tenant token: asked again when it is about to end. */
  declare token: (() => string | Promise<string>) | undefined;
  /** Conditions that always hold, beside those of the key. */
  declare filters: readonly Condition<Row>[] | undefined;
  /** Other words than the English ones. */
  declare texts: Partial<Texts> | undefined;

  #index: AntecedeIndex<Row> | undefined;
  #chosen = new Map<string, Set<string>>();
  #running: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #next: string | undefined;
  #shown = 0;

  readonly #input = make('input', { type: 'search', part: 'input', autocomplete: 'off' });
  readonly #button = make('button', { type: 'submit', part: 'button' });
  readonly #form = make('form', { role: 'search', part: 'form' }, this.#input, this.#button);
  readonly #status = make('div', { role: 'status', part: 'status' });
  readonly #again = make('button', { type: 'button', part: 'again', hidden: '' });
  readonly #summary = make('summary');
  readonly #groups = make('div');
  readonly #facets = make('details', { part: 'facets', hidden: '' }, this.#summary, this.#groups);
  readonly #hits = make('ol', { part: 'hits' });
  readonly #more = make('button', { type: 'button', part: 'more', hidden: '' });
  readonly #results = make('div', { part: 'results' }, this.#hits, this.#more);

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    const body = make('div', { part: 'body' }, this.#facets, this.#results);
    root.append(this.#form, this.#status, this.#again, body);
    this.#hits.id = `antecede-hits-${++made}`;
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.search();
    });
    this.#input.addEventListener('input', () => {
      clearTimeout(this.#timer);
      if (!this.hasAttribute('as-you-type')) return;
      this.#timer = setTimeout(() => void this.search(), pauseMs);
    });
    this.#again.addEventListener('click', () => void this.search());
    this.#more.addEventListener('click', () => void this.#ask(this.#next));
    root.addEventListener('keydown', (event) => this.#move(event as KeyboardEvent));
  }

  get #texts(): Texts {
    return { ...englishTexts, ...this.texts };
  }

  get query(): string {
    return this.#input.value.trim();
  }

  set query(text: string) {
    this.#input.value = text;
  }

  connectedCallback(): void {
    this.#name();
    if (this.query) void this.search();
  }

  disconnectedCallback(): void {
    clearTimeout(this.#timer);
    this.#running?.abort();
  }

  attributeChangedCallback(name: string, _: string | null, value: string | null): void {
    if (name === 'query') this.query = value ?? '';
    else this.#index = undefined;
  }

  /** Searches what the box says. */
  async search(): Promise<void> {
    clearTimeout(this.#timer);
    this.#name();
    if (this.query || this.#chosen.size > 0) await this.#ask(undefined);
    else this.#clear();
  }

  #name(): void {
    const { label, placeholder, search, filters, more, again } = this.#texts;
    this.#input.setAttribute('aria-label', this.getAttribute('label') ?? label);
    this.#input.placeholder = this.getAttribute('placeholder') ?? placeholder;
    this.#button.textContent = search;
    this.#summary.textContent = filters;
    this.#more.textContent = more;
    this.#again.textContent = again;
  }

  #clear(): void {
    this.#running?.abort();
    this.#hits.replaceChildren();
    this.#status.textContent = '';
    for (const each of [this.#facets, this.#more, this.#again]) each.hidden = true;
  }

  #open(): AntecedeIndex<Row> {
    const url = this.getAttribute('token-url');
    const fetched = async () => {
      const answer = await fetch(url!, { credentials: 'same-origin', cache: 'no-store' });
      if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`);
      return (await answer.text()).trim();
    };
    const key = () => this.token?.() ?? (url ? fetched() : (this.getAttribute('api-key') ?? ''));
    return new AntecedeIndex<Row>({ endpoint: this.getAttribute('endpoint') ?? '', apiKey: key });
  }

  async #ask(after: string | undefined): Promise<void> {
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    const columns = readFacets(this.getAttribute('facets') ?? '');
    const chosen = columns.flatMap((facet) => {
      const values = this.#chosen.get(facet.column);
      return values ? [conditionOf(facet, Array.from(values))] : [];
    });
    const filters = [...(this.filters ?? []), ...chosen];
    const text = this.query;
    this.#results.setAttribute('aria-busy', 'true');
    this.#status.textContent = this.#texts.searching;
    this.#again.hidden = true;
    try {
      this.#index ??= this.#open();
      const answer = await this.#index.search(
        {
          ...(text ? { conceptFeaturesString: text, pages: true } : { sort: 'rows' as const }),
          ...(this.getAttribute('syntax') === 'query' && { syntax: 'query' as const }),
          ...(filters.length > 0 && { filters }),
          ...(columns.length > 0 && { facets: requested(columns) }),
          maxNumItems: Number(this.getAttribute('page-size')) || defaultPageSize,
          explain: true,
          ...(after && { after }),
        },
        { signal: running.signal },
      );
      this.#show(answer, columns, { isMore: after !== undefined, text });
    } catch (error) {
      if (running.signal.aborted) return;
      this.#fail(error);
    }
    this.#results.setAttribute('aria-busy', 'false');
  }

  #fail(error: unknown): void {
    const said = error instanceof AntecedeError ? ` ${error.message}` : '';
    this.#status.textContent = `${this.#texts.failed}${said}`;
    this.#again.hidden = false;
    console.error(error);
  }

  #show(
    answer: SearchAnswer<Row>,
    columns: readonly FacetColumn[],
    { isMore, text }: { isMore: boolean; text: string },
  ): void {
    const { totalFoundItems, foundItems, facets = [], next } = answer;
    const { count, nothing } = this.#texts;
    if (!isMore) {
      this.#hits.replaceChildren();
      this.#shown = 0;
    }
    const items = foundItems.map((hit) => this.#hit(hit, ++this.#shown, text));
    this.#hits.append(...items);
    this.#status.textContent = totalFoundItems === 0 ? nothing : count(totalFoundItems);
    this.#next = next;
    this.#more.hidden = next === undefined;
    this.#showFacets(facets, columns);
    if (isMore) items[0]?.querySelector<HTMLElement>('[part=title]')?.focus();
    this.dispatchEvent(new CustomEvent('antecede-answer', { detail: answer }));
  }

  #hit(hit: Hit<Row>, position: number, text: string): HTMLLIElement {
    const { conceptScore: _, sameValue: __, explanation, ...row } = hit;
    const columns: Row = row;
    const titleColumn = columnOf(row, this.getAttribute('title-column'), usualTitles);
    const linkColumn = columnOf(row, this.getAttribute('link-column'), usualLinks);
    const { highlights = {}, passage } = explanation ?? {};
    const href = safeLink(columns[linkColumn ?? '']);
    const name = columns[titleColumn ?? ''] || Object.values(columns)[0] || '—';
    const ranges = titleColumn === undefined ? [] : highlights[titleColumn];
    const title = make(
      href ? 'a' : 'button',
      { part: 'title', href, type: href ? undefined : 'button' },
      ...marked(name, ranges),
    );
    title.addEventListener('click', () => {
      this.dispatchEvent(new CustomEvent('antecede-open', { detail: { hit, position } }));
      // For the analytics of searches; whether it arrives does not matter to who reads on.
      if (text) void this.#index?.recordClick({ text, row: name, position }).catch(() => undefined);
    });
    const fields = listOf(this.getAttribute('fields')).filter((field) => columns[field]);
    return make(
      'li',
      { part: 'hit' },
      title,
      ...(passage
        ? [make('p', { part: 'passage' }, ...marked(passage.text, passage.termRanges))]
        : []),
      make(
        'p',
        {},
        ...fields.map((field) => {
          const value = columns[field]!;
          const shown = isoDay.test(value)
            ? [this.#texts.day(value)]
            : marked(value, highlights[field]);
          return make('span', { part: 'field' }, ...shown);
        }),
      ),
    );
  }

  #showFacets(
    facets: NonNullable<SearchAnswer<Row>['facets']>,
    columns: readonly FacetColumn[],
  ): void {
    const root = this.shadowRoot!;
    const focused = (root.activeElement as HTMLInputElement | null)?.dataset.facet;
    const groups = facets.flatMap((facet) => {
      const { column } = facet;
      const interval = columns.find((each) => each.column === column)?.interval;
      const chosen = this.#chosen.get(column) ?? new Set();
      const counts = shownCounts(facet, chosen);
      if (counts.length === 0) return [];
      const choices = counts.map(({ value, count }) => {
        const box = make('input', { type: 'checkbox', 'data-facet': `${column}\n${value}` });
        box.checked = chosen.has(value);
        box.addEventListener('change', () => this.#choose(column, value, box.checked));
        const number = make('span', {}, count.toLocaleString());
        const name = make('span', {}, nameOf(value, interval));
        return make('label', { part: 'choice' }, box, name, number);
      });
      return [
        make(
          'fieldset',
          { part: 'facet' },
          make('legend', {}, this.#texts.column(column)),
          ...choices,
        ),
      ];
    });
    const clear = make('button', { type: 'button', part: 'clear' }, this.#texts.clear);
    clear.addEventListener('click', () => {
      this.#chosen.clear();
      this.#input.focus();
      void this.search();
    });
    this.#groups.replaceChildren(...groups, ...(this.#chosen.size > 0 ? [clear] : []));
    // On phones, they would push the hits below the screen.
    if (this.#facets.hidden) this.#facets.open = this.offsetWidth >= wideFrom;
    this.#facets.hidden = groups.length === 0;
    // The boxes are new; who works by keyboard stays at the one that was chosen.
    if (focused !== undefined) {
      const boxes = Array.from(this.#facets.querySelectorAll('input'));
      boxes.find(({ dataset }) => dataset.facet === focused)?.focus();
    }
  }

  #choose(column: string, value: string, isChosen: boolean): void {
    const values = this.#chosen.get(column) ?? new Set();
    if (isChosen) values.add(value);
    else values.delete(value);
    if (values.size > 0) this.#chosen.set(column, values);
    else this.#chosen.delete(column);
    void this.search();
  }

  /** Arrows lead from the box through the hits and back, Escape leads to the box. */
  #move(event: KeyboardEvent): void {
    const { key, altKey, ctrlKey, metaKey } = event;
    if (altKey || ctrlKey || metaKey) return;
    const titles = Array.from(this.#hits.querySelectorAll<HTMLElement>('[part=title]'));
    const focused = this.shadowRoot!.activeElement as HTMLElement;
    const at = titles.indexOf(focused);
    if (at < 0 && focused !== this.#input) return;
    const target =
      key === 'ArrowDown'
        ? titles[at + 1]
        : key === 'ArrowUp' && at >= 0
          ? (titles[at - 1] ?? this.#input)
          : key === 'Escape' && at >= 0
            ? this.#input
            : undefined;
    if (!target) return;
    event.preventDefault();
    target.focus();
  }
}

if (!customElements.get('antecede-search')) {
  customElements.define('antecede-search', AntecedeSearch);
}
