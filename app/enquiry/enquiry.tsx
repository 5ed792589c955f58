import { data, redirect } from 'react-router'

import type { EnquiryList } from '../../src/domain/enquiry-list.ts'
import { enquiryListAt, missingAddresses } from '../../src/domain/page-address.ts'
import { piecesPath } from '../../src/domain/page-paths.ts'
import { messagesContext, servicesContext } from '../context.ts'
import { Deferred, deferIfSlow } from '../deferred.tsx'
import type { PageHandle } from '../root.tsx'
import { useShop } from '../shop.ts'
import { PageMessage } from '../ui/page-message.tsx'
import { useLocalPath, useServerMessages } from '../use-messages.ts'
import { visitorMeta } from '../visitor-meta.ts'
import type { Route } from './+types/enquiry'
import { ListedPieces } from './listed-pieces.tsx'
import { loadEnquiry, type Enquiry } from './load-enquiry.ts'

export const handle: PageHandle = { hydrate: false }

/** Each is one visitor's: search engines must not index it. */
export function meta({ loaderData, matches }: Route.MetaArgs) {
  const root = matches[0].loaderData
  const { title } = loaderData
  return [...visitorMeta(root, { title, description: root.description }), { name: 'robots', content: 'noindex' }]
}

/** The pieces that the address names, or none: then the visitor script goes to the address of the visitor's own. */
export async function loader(args: Route.LoaderArgs) {
  const { search, log } = args.context.get(servicesContext)
  const { title } = args.context.get(messagesContext).enquiryList
  const { pathname, search: query } = new URL(args.request.url)
  const list = enquiryListAt(pathname + query)
  if (list === undefined) throw redirect(missingAddresses.page)
  try {
    return { title, list, enquiry: await deferIfSlow(loadEnquiry(search, list), args) }
  } catch (error) {
    log.error({ err: error }, 'the pieces of an enquiry could not be read')
    return data({ title, list, enquiry: { value: 'failed' as const } }, { status: 503 })
  }
}

export default function EnquiryPage({ loaderData: { list, enquiry } }: Route.ComponentProps) {
  const { enquiryList: texts } = useServerMessages()
  return (
    <div className="page enquiry-page">
      <h2>{texts.title}</h2>
      <Deferred<Enquiry | 'failed'>
        data={enquiry}
        waiting={<p className="quiet">{texts.loading}</p>}
        failed={<Loaded enquiry="failed" list={list} />}
      >
        {(loaded) => <Loaded enquiry={loaded} list={list} />}
      </Deferred>
    </div>
  )
}

function Loaded({ enquiry, list }: { enquiry: Enquiry | 'failed'; list: EnquiryList }) {
  const { enquiryList: texts } = useServerMessages()
  const shop = useShop()
  if (enquiry === 'failed' || shop === undefined) return <PageMessage message={texts.failed} isFailure />
  return <ListedPieces {...{ enquiry, list, shop }} empty={<EmptyEnquiry isOwn={list.before.length === 0} />} />
}

/** @param isOwn the address names no list: the visitor's own is looked for. */
function EmptyEnquiry({ isOwn }: { isOwn: boolean }) {
  const local = useLocalPath()
  const { enquiryList: texts } = useServerMessages()
  return (
    <div className={isOwn ? 'no-entries is-own' : 'no-entries'}>
      <p>{texts.empty}</p>
      <noscript>
        <p>{texts.needsScript}</p>
      </noscript>
      <p>
        <a className="button" href={local(piecesPath)}>
          {texts.seePieces}
        </a>
      </p>
    </div>
  )
}
