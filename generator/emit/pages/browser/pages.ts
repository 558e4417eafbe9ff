/** What the pages of a gateway run. Each part looks for its own place on the page. */
import { startFilter } from './filter.ts'
import { startPaywall } from './paywall.ts'
import { startQuotes } from './quotes.ts'
import { startReference } from './reference.ts'
import { startTabs } from './tabs.ts'

startTabs()
startFilter()
startQuotes()
startPaywall()
void startReference()
