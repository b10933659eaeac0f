import type { Locator, Page } from '@playwright/test';

/** What a person did for a task. */
export interface Effort {
  clicks: number;
  keys: number;
  /** From the first action to the last sight, with the waiting for the machine. */
  seconds: number;
}

/** A person at mouse and keyboard: what they do on the page is counted. */
export class Hands {
  clicks = 0;
  keys = 0;

  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async click(target: Locator): Promise<void> {
    this.clicks += 1;
    await target.click();
  }

  /** Takes hold of a slider. */
  async seize(slider: Locator): Promise<void> {
    this.clicks += 1;
    await slider.focus();
  }

  /** Each character is a key. Capitals and signs count as one. */
  async type(text: string): Promise<void> {
    this.keys += text.length;
    await this.page.keyboard.insertText(text);
  }

  /** A text from elsewhere: one combination of keys, which counts as two. */
  async paste(text: string): Promise<void> {
    this.keys += 2;
    await this.page.keyboard.insertText(text);
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      this.keys += 1;
      await this.page.keyboard.press(key);
    }
  }

  /** Drags a file from the desktop: one press of the mouse, as a click. */
  async drop(target: Locator, name: string, content: Buffer): Promise<void> {
    this.clicks += 1;
    const dataTransfer = await this.page.evaluateHandle(
      ([file, base64]) => {
        const files = new DataTransfer();
        const bytes = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
        files.items.add(new File([bytes], file));
        return files;
      },
      [name, content.toString('base64')] as const,
    );
    for (const event of ['dragover', 'drop']) await target.dispatchEvent(event, { dataTransfer });
  }

  /** Chooses in a list of the system: a click opens it, another one chooses. */
  async choose(select: Locator, label: string): Promise<void> {
    this.clicks += 2;
    await select.selectOption({ label });
  }
}
