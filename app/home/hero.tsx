import { homePath } from '../../src/domain/page-paths.ts'
import { useShop } from '../shop.ts'
import { useServerMessages } from '../use-messages.ts'

export function Hero() {
  const { home } = useServerMessages()
  const shop = useShop()
  return (
    <section className="hero">
      <div className="hero-text">
        <p className="eyebrow">{shop?.eyebrow || home.eyebrow}</p>
        <h2>{shop?.headline || home.headline}</h2>
        <p className="hero-sub">{shop?.sub || home.sub}</p>
        <p className="actions">
          <a className="button" href="#catalogue">
            {home.shopCollection}
          </a>
          <a className="button button-quiet" href={homePath}>
            {home.viewAll}
          </a>
        </p>
      </div>
      <Knit />
    </section>
  )
}

/** A pattern of stockinette stitch: columns of V shapes. */
function Knit() {
  const stitch = 'M16 28Q3 19 2-1 15 8 16 28 17 8 30-1 29 19 16 28'
  return (
    <svg className="knit" aria-hidden="true">
      <pattern id="stitch" width="32" height="22" patternUnits="userSpaceOnUse">
        <path d={stitch} transform="translate(0 -22)" />
        <path d={stitch} />
      </pattern>
      <rect width="100%" height="100%" fill="url(#stitch)" />
    </svg>
  )
}
