/** `1 route`, `2 routes` */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** A list with `and` before the last; of a long list the first few. */
export function listed(items: readonly string[], most = 3): string {
  if (items.length <= 1) return items[0] ?? ''
  if (items.length <= most) return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
  return `${items.slice(0, most).join(', ')} and ${items.length - most} more`
}
