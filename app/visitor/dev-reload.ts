// In development alone: a page without React in the browser is fetched again when what it is made of changes.
import.meta.hot?.on('pages:changed', () => location.reload())
