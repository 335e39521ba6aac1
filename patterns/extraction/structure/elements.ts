import { elementPath, type PathCondition, type PathStep } from '../../../contract/values/element-path.ts';
import type { InvoiceSyntax, InvoiceTerm } from '../../../contract/values/invoice-terms.ts';
import { termPaths } from '../../../contract/values/invoice-terms.ts';
import type { LocatedElement, LocatedStructure } from '../../../contract/rows/located-text.ts';

const syntaxes: Readonly<Record<string, InvoiceSyntax>> = {
  'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2': 'ubl',
  'urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2': 'ubl',
  'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100': 'cii',
  'urn:ferd:CrossIndustryDocument:invoice:1p0': 'zugferd-1',
};

/** A structured document whose elements can be looked up. `text` is the text of the source. */
export class Structure {
  readonly #text: string;
  readonly #elements: readonly LocatedElement[];
  readonly #byNames: ReadonlyMap<string, readonly LocatedElement[]>;
  /** Undefined if the document is not an invoice in a known syntax. */
  readonly syntax: InvoiceSyntax | undefined;

  constructor(text: string, { namespace, elements }: LocatedStructure) {
    this.#text = text;
    this.#elements = elements;
    this.#byNames = Map.groupBy(elements, ({ path }) => withoutNumbers(path));
    const known = Object.hasOwn(syntaxes, namespace) ? syntaxes[namespace] : undefined;
    this.syntax = known === 'ubl' && this.#isTurkish() ? 'ubl-tr' : known;
  }

  /** Returns the elements of a term. Empty if the document is not an invoice or does not have the term. */
  ofTerm(term: InvoiceTerm): readonly LocatedElement[] {
    const root = /^\/[^/[]+/.exec(this.#elements[0]?.path ?? '')?.[0];
    if (this.syntax === undefined || root === undefined) return [];
    for (const path of termPaths(term, this.syntax)) {
      const found = this.atPath(`${root}/${path}`);
      if (found.length > 0) return found;
    }
    return [];
  }

  atPath(path: string): readonly LocatedElement[] {
    const steps = elementPath(path);
    const named = this.#byNames.get(`/${steps.map(({ name }) => name).join('/')}`) ?? [];
    return named.filter((element) => this.#fits(element, steps));
  }

  textOf = ({ start, end }: LocatedElement): string => this.#text.slice(start, end);

  /** The currency of the amounts that name none. */
  get currency(): string | undefined {
    const [element] = this.ofTerm('BT-5');
    return element && this.textOf(element);
  }

  #isTurkish(): boolean {
    const [customization] = this.atPath('/Invoice/CustomizationID');
    return customization !== undefined && /^TR\d/.test(this.textOf(customization));
  }

  #fits(element: LocatedElement, steps: readonly PathStep[]): boolean {
    const own = element.path.split('/').slice(1);
    return steps.every(({ number, conditions }, i) => {
      const last = i === steps.length - 1;
      const place = `/${own.slice(0, i + 1).join('/')}`;
      return (
        (number === undefined || number === numberOf(own[i] ?? '')) &&
        conditions.every((one) => this.#holds(one, { place, element: last ? element : undefined }))
      );
    });
  }

  #holds(
    condition: PathCondition,
    { place, element }: { place: string; element: LocatedElement | undefined },
  ): boolean {
    const value = this.#valueOf(condition);
    if (value === undefined) return false;
    if ('attribute' in condition) {
      const own = element?.attributes?.[condition.attribute];
      // An amount without a currency is in the currency of the invoice.
      return own === value || (own === undefined && condition.value === 'BT-5');
    }
    const below = `${place}/${condition.below.join('/')}`;
    const same = this.#byNames.get(withoutNumbers(below)) ?? [];
    return same.some((one) => one.path.startsWith(`${place}/`) && this.textOf(one) === value);
  }

  /** Returns the value of a condition. For a term, the value is the text of the term's element. */
  #valueOf({ value }: PathCondition): string | undefined {
    if (value !== 'BT-5' && value !== 'BT-6') return value;
    const [element] = this.ofTerm(value);
    return element && this.textOf(element);
  }
}

const withoutNumbers = (path: string): string => path.replaceAll(/\[\d+\]/g, '');
const numberOf = (step: string): number => Number(/\[(\d+)\]$/.exec(step)?.[1] ?? 1);
