/**
 * Features of Chromium that the browser tests do without. Only the last `--disable-features` counts, so that this list
 * replaces the one of Playwright and repeats it.
 */
export const disabledFeatures = [
  // Playwright's, of which each has its reason there.
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  // The address bar's menu: two pages of Chromium's own in each window, which take as much time as a page of the shop.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // A process for the next page, which most tests never open.
  'SpareRendererForSitePerProcess',
]
