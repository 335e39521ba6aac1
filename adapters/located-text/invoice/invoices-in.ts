import { childrenOf, localName, type Element } from '../xml.ts';

/** The root elements of the known invoices, with their namespaces. */
export const invoiceNamespaces: Readonly<Record<string, string>> = {
  'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2': 'Invoice',
  'urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2': 'CreditNote',
  'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100': 'CrossIndustryInvoice',
  'urn:ferd:CrossIndustryDocument:invoice:1p0': 'CrossIndustryDocument',
};

/** Returns the invoices of an XML document with their namespaces. An envelope may contain several invoices. */
export function invoicesIn(root: Element): readonly (readonly [Element, namespace: string])[] {
  const found: (readonly [Element, string])[] = [];
  const visit = (element: Element, scope: ReadonlyMap<string, string>): void => {
    const inner = scopeOf(element, scope);
    const namespace = namespaceOf(element, inner);
    if (invoiceNamespaces[namespace] === localName(element.name)) found.push([element, namespace]);
    else for (const child of childrenOf(element)) visit(child, inner);
  };
  visit(root, new Map());
  return found;
}

/** Returns the namespace of a root element. Empty if it has none. */
export const rootNamespace = (root: Element): string => namespaceOf(root, scopeOf(root, new Map()));

/** Returns the namespaces in force in an element, by their prefixes. */
function scopeOf({ attributes }: Element, scope: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const own = Object.entries(attributes).flatMap(([name, value]): (readonly [string, string])[] => {
    const prefix = /^xmlns(?::(.+))?$/.exec(name);
    return prefix === null ? [] : [[prefix[1] ?? '', value]];
  });
  return own.length === 0 ? scope : new Map([...scope, ...own]);
}

function namespaceOf({ name }: Element, scope: ReadonlyMap<string, string>): string {
  const colon = name.indexOf(':');
  return scope.get(colon === -1 ? '' : name.slice(0, colon)) ?? '';
}
