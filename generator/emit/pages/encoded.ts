/** Encodes values for addresses that people read. */

/** A value as a segment of a path: `:`, `,` and `@` may stand in it as they are (RFC 3986, 3.3). */
export const encodedSegment = (value: string): string =>
  encodeURIComponent(value).replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%40', '@')
