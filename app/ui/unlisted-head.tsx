import { useShop } from '../shop.ts'

/** The head of a page that search engines must not index: React moves it there. It has no canonical URL. */
export function UnlistedHead({ title }: { readonly title: string }) {
  const name = useShop()?.name ?? ''
  return (
    <>
      <title>{`${title} · ${name}`}</title>
      <meta name="robots" content="noindex" />
    </>
  )
}
