import { index, route, type RouteConfig } from '@react-router/dev/routes'

/** The pages. `src/web/app.ts` has the other URLs of the server. */
export default [
  index('home/home.tsx'),
  route('pieces/:category?', 'pieces/pieces.tsx'),
  route('item/:id', 'item/item.tsx'),
  route('enquiry', 'enquiry/enquiry.tsx'),
  route('create', 'editor/create.tsx'),
  route('manage', 'manage/manage.tsx'),
  route('manage/shop', 'settings/settings.tsx'),
  route('claim', 'claim/claim.tsx'),
  route('sign-in', 'account/sign-in.tsx'),
  route('__/auth/action', 'account/account-action.tsx'),
  route('*', 'not-found.tsx'),
] satisfies RouteConfig
