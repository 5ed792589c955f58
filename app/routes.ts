import { index, route } from '@react-router/dev/routes'
import type { RouteConfig } from '@react-router/dev/routes'

/** Every page's address. What else the server answers stands in `src/http/app.ts`. */
export default [
  index('routes/home.tsx'),
  route('item/:id', 'routes/item.tsx'),
  route('create', 'routes/create.tsx'),
  route('manage', 'routes/manage.tsx'),
  route('sign-in', 'routes/sign-in.tsx'),
  route('__/auth/action', 'routes/account-action.tsx'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
