/** Sections as tabs (WAI-ARIA: arrows, Home and End move between them). */

/** Makes tabs of the sections of each `data-tabs` on the page. */
export function startTabs(): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-tabs]')) makeTabs(place)
}

/** Makes tabs of the sections of one element; `data-tabs` is the name of the list. */
export function makeTabs(place: HTMLElement): void {
  const panels = [...place.querySelectorAll<HTMLElement>(':scope > section')]
  if (panels.length < 2) return
  const list = document.createElement('div')
  list.className = 'tabs'
  list.setAttribute('role', 'tablist')
  list.setAttribute('aria-label', place.dataset.tabs ?? '')
  const tabs = panels.map((panel, i) => tabOf(panel, `${list.ariaLabel}-${i}`))
  const choose = (index: number, isFocused: boolean): void => {
    for (const [i, tab] of tabs.entries()) {
      tab.setAttribute('aria-selected', String(i === index))
      tab.tabIndex = i === index ? 0 : -1
      panels[i]!.hidden = i !== index
    }
    if (isFocused) tabs[index]!.focus()
  }
  for (const [i, tab] of tabs.entries()) {
    tab.addEventListener('click', () => choose(i, false))
    tab.addEventListener('keydown', event => {
      const next = targetOf(event.key, { at: i, count: tabs.length })
      if (next === undefined) return
      event.preventDefault()
      choose(next, true)
    })
  }
  list.append(...tabs)
  place.prepend(list)
  choose(0, false)
}

function tabOf(panel: HTMLElement, name: string): HTMLButtonElement {
  const tab = document.createElement('button')
  const id = name.toLowerCase().replace(/\W+/g, '-')
  tab.type = 'button'
  tab.id = `tab-${id}`
  tab.textContent = panel.getAttribute('aria-label')
  tab.setAttribute('role', 'tab')
  panel.id = `panel-${id}`
  panel.setAttribute('role', 'tabpanel')
  panel.removeAttribute('aria-label')
  panel.setAttribute('aria-labelledby', tab.id)
  tab.setAttribute('aria-controls', panel.id)
  panel.querySelector('h3')?.remove()
  return tab
}

function targetOf(key: string, { at, count }: { at: number; count: number }): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}
