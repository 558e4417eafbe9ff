/** Runs quote buttons, which ask the gateway for a price, and copy buttons. */
import { challengeOf, shownAmount } from './challenge.ts'

const buttons = (name: string, within: ParentNode = document): NodeListOf<HTMLButtonElement> =>
  within.querySelectorAll<HTMLButtonElement>(`button[${name}]`)

/** Shows the buttons that need a script, and makes them work. */
export function startQuotes(): void {
  for (const button of buttons('data-quote')) {
    button.hidden = false
    button.addEventListener('click', () => void quote(button))
  }
  startCopies(document)
}

/** Shows the copy buttons within an element, and makes them work. */
export function startCopies(within: ParentNode): void {
  for (const button of buttons('data-copy', within)) {
    button.hidden = false
    button.addEventListener('click', () => void copy(button))
  }
}

async function quote(button: HTMLButtonElement): Promise<void> {
  const output = button.parentElement!.querySelector('output')!
  button.disabled = true
  output.className = ''
  output.textContent = 'Asking…'
  try {
    const { text, isGood } = await asked(button)
    output.className = isGood ? 'good' : 'bad'
    output.textContent = text
  } catch {
    output.className = 'bad'
    output.textContent = 'The gateway did not answer. Try again.'
  } finally {
    button.disabled = false
  }
}

/** The gateway's answer to an unpaid example. */
async function asked(button: HTMLButtonElement): Promise<{ text: string; isGood: boolean }> {
  const { method = 'GET', url = '', body } = button.dataset
  const { decimals } = button.closest<HTMLElement>('[data-decimals]')!.dataset
  const reply = await fetch(url, {
    method,
    headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body }),
  })
  const offer = challengeOf(reply)?.accepts[0]
  void reply.body?.cancel()
  if (reply.status === 402 && offer !== undefined) {
    const price = shownAmount(offer.amount, Number(decimals))
    return { text: `402: ${price} USD, nothing charged`, isGood: true }
  }
  if (reply.ok) return { text: `${reply.status}: free`, isGood: true }
  return { text: `${reply.status}: not available now`, isGood: false }
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const text = button.parentElement!.querySelector('pre')!.textContent
  const label = button.textContent
  try {
    await navigator.clipboard.writeText(text)
    button.textContent = 'Copied'
  } catch {
    getSelection()?.selectAllChildren(button.parentElement!.querySelector('pre')!)
    button.textContent = 'Selected'
  }
  setTimeout(() => (button.textContent = label), 2000)
}
