import { home } from '../../src/domain/messages.ts'

export function Hero() {
  return (
    <section className="hero">
      <div className="hero-words">
        <p className="eyebrow">{home.eyebrow}</p>
        <h2>{home.headline}</h2>
        <p className="hero-sub">{home.sub}</p>
        <p className="actions">
          <a className="button" href="#catalogue">
            {home.shopCollection}
          </a>
          <a className="button button-quiet" href="/">
            {home.viewAll}
          </a>
        </p>
      </div>
      <Knit />
    </section>
  )
}

/** Stockinette stitch, the shop's own pattern: columns of V. */
function Knit() {
  return (
    <svg className="knit" aria-hidden="true">
      <pattern id="stitch" width="36" height="27" patternUnits="userSpaceOnUse">
        <path d="M4 2q3 14 13 20M32 2q-3 14-13 20" />
      </pattern>
      <rect width="100%" height="100%" fill="url(#stitch)" />
    </svg>
  )
}
