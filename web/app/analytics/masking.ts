/** The parts of an rrweb event that are read here. */
export interface RecordedEvent {
  readonly type: number;
  readonly timestamp: number;
  readonly data?: {
    readonly href?: string;
    readonly node?: RecordedNode;
    readonly adds?: readonly { readonly node: RecordedNode }[];
    readonly attributes?: readonly { readonly attributes: Attributes }[];
  };
}

type Attributes = Readonly<Record<string, unknown>>;

interface RecordedNode {
  readonly attributes?: Attributes;
  readonly childNodes?: readonly RecordedNode[];
}

/** Attributes with text for users. */
const texts = /^(aria-(label|description|valuetext|placeholder)|title|alt|placeholder|value|content|label)$/;
/** Attributes with addresses, whose query and hash may contain personal data. */
const addresses = /^(href|src|action)$/;

/** mixpanel-browser masks the text of elements and inputs; this masks text in attributes and truncates addresses. */
export function masked(event: RecordedEvent): RecordedEvent {
  const { data } = event;
  if (!data) return event;
  const { href, node, adds, attributes } = data;
  return {
    ...event,
    data: {
      ...data,
      ...(href !== undefined && { href: withoutQuery(href) }),
      ...(node && { node: maskedNode(node) }),
      ...(adds && { adds: adds.map(add => ({ ...add, node: maskedNode(add.node) })) }),
      ...(attributes && {
        attributes: attributes.map(one => ({ ...one, attributes: maskedAttributes(one.attributes) })),
      }),
    },
  };
}

function maskedNode(node: RecordedNode): RecordedNode {
  return {
    ...node,
    ...(node.attributes && { attributes: maskedAttributes(node.attributes) }),
    ...(node.childNodes && { childNodes: node.childNodes.map(maskedNode) }),
  };
}

function maskedAttributes(attributes: Attributes): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value];
      if (texts.test(name)) return [name, '*'.repeat(Math.min(value.length, 100))];
      return [name, addresses.test(name) ? withoutQuery(value) : value];
    }),
  );
}

function withoutQuery(address: string): string {
  return address.replace(/[?#].*$/s, '');
}
