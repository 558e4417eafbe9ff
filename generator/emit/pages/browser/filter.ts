/** The search over what is sold, and links into families that are closed. */

/** Shows the search field and makes it work, and opens what the address names. */
export function startFilter(): void {
  openNamed()
  window.addEventListener('hashchange', openNamed)
  const place = document.querySelector<HTMLElement>('[data-filter]')
  if (place === null) return
  place.hidden = false
  const field = place.querySelector('input')!
  const status = place.querySelector('[role="status"]')!
  field.addEventListener('input', () => (status.textContent = filter(field.value)))
}

/** Shows the routes that have all words of a search; says how many these are. */
function filter(search: string): string {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  let count = 0
  for (const family of document.querySelectorAll<HTMLDetailsElement>('details.family')) {
    const title = textOf(family.querySelector('summary')!)
    const routes = [...family.querySelectorAll<HTMLElement>('.route')]
    for (const route of routes) {
      const text = `${title} ${textOf(route)}`
      route.hidden = !words.every(word => text.includes(word))
    }
    const found = routes.filter(route => !route.hidden).length
    count += found
    family.hidden = found === 0
    family.open = words.length > 0 && found > 0
  }
  for (const group of document.querySelectorAll<HTMLElement>('.group'))
    group.hidden = group.querySelector('details.family:not([hidden])') === null
  if (words.length === 0) return ''
  return count === 1 ? '1 endpoint' : `${count} endpoints`
}

const textOf = (element: Element): string => element.textContent.toLowerCase()

/** Opens the family that the address names, or the family of the element that it names. */
function openNamed(): void {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  const family = named?.closest('details')
  if (family === null || family === undefined || family.open) return
  family.open = true
  named!.scrollIntoView()
}
