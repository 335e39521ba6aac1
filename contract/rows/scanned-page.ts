/** A box on a page, as shares of the page's width and height (0 to 1), from the upper left corner. */
export interface PageBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A word that a reader of scans found. */
export interface ScannedWord {
  readonly text: string;
  /** The probability that the word was read correctly, as the reader states it: 0 to 1. */
  readonly confidence: number;
  readonly box: PageBox;
  /** The box of the line that the word is in. */
  readonly line: PageBox;
}

/** The words of a page. */
export interface ScannedPage {
  readonly number: number;
  readonly words: readonly ScannedWord[];
}
