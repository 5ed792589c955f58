import './show-marked.ts'

// The style sheets hide buttons that do nothing without JavaScript: `:root:not([data-script])`.
document.documentElement.toggleAttribute('data-script', true)
