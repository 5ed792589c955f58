// In development only: reloads a page that does not hydrate when its source changes.
import.meta.hot?.on('pages:changed', () => location.reload())
