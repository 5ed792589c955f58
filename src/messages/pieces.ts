import type { SortOrder } from '../domain/catalogue/catalogue-query.ts'

const number = new Intl.NumberFormat('en')

function count(total: number): string {
  return total === 1 ? '1 piece' : `${number.format(total)} pieces`
}

const sort: Readonly<Record<SortOrder, string>> = {
  newest: 'Newest first',
  price: 'Price: low to high',
  'price-desc': 'Price: high to low',
  best: 'Best match',
}

/** The pages below `/pieces`: all pieces, a category, a search. */
export const pieces = {
  all: 'All pieces',
  /** The way to an item. */
  breadcrumb: 'Breadcrumb',
  count,
  /** A link to all pieces, with their number. */
  allCount: (total: number) => `All pieces (${number.format(total)})`,
  number: (value: number) => number.format(value),
  loading: 'Loading…',
  failed: 'We couldn’t load the pieces. Please try again in a few minutes.',
  categories: 'Categories',
  moreCategories: (categories: number) => `${number.format(categories)} more categories`,
  search: 'Search',
  searchIn: (category: string) => `Search ${category}`,
  searchAll: 'Search all pieces',
  filters: 'Filter',
  size: 'Size',
  anySize: 'Any size',
  color: 'Color',
  anyColor: 'Any color',
  option: (name: string, total: number) => `${name} (${number.format(total)})`,
  price: 'Price in LKR',
  from: 'From',
  to: 'To',
  /** What the price fields accept. */
  wholeRupees: 'Whole rupees, digits only, such as 4500',
  isAvailable: 'Only available',
  sortBy: 'Sort by',
  sort,
  apply: 'Show pieces',
  closeFilters: 'Close',
  /** The heading of a search. */
  resultsFor: (words: string) => `Results for '${words}'`,
  resultsIn: (words: string, category: string) => `Results for '${words}' in ${category}`,
  /** What is searched for, and filters in use: each is a link without it. */
  chosen: 'Chosen filters',
  remove: 'Remove',
  words: (words: string) => `'${words}'`,
  ofSize: (size: string) => `Size: ${size}`,
  ofColor: (color: string) => `Color: ${color}`,
  fromPrice: (price: string) => `From ${price}`,
  toPrice: (price: string) => `Up to ${price}`,
  clearAll: 'Clear all',
  noneFor: (words: string) => `No pieces for '${words}'.`,
  noneForHere: (words: string) => `No pieces for '${words}' here.`,
  /** Before the words that are searched for instead. */
  showing: 'Showing',
  noneForAll: (words: string) => `Nothing for all of '${words}'.`,
  /** Before the words that the pieces have. */
  showingPartial: 'Showing pieces with',
  noneMatch: 'No pieces match these filters.',
  noneBeyond: 'There are no more pieces on this page.',
  searchEverywhere: (words: string) => `Search all pieces for '${words}'`,
  /** A link to a list without words and filters. */
  seeAll: 'See all pieces',
  seeAllIn: (category: string) => `See all in ${category}`,
  browse: 'Try a category, or one of these.',
  newest: 'Newest pieces',
  pages: 'Pages',
  older: 'Older pieces',
  newer: 'Newer pieces',
  next: 'Next page',
  previous: 'Previous page',
  first: 'First page',
  /** For search engines and link previews: a list of titles follows. */
  inCategory: (total: number, category: string) => `${count(total)} in ${category}`,
  searchTitle: (words: string, list: string) => `'${words}' · ${list}`,
}
