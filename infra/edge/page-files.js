/**
 * CloudFront viewer-request function: maps the path of a page to its document. A path without an extension is a page,
 * and so is the path of a row, whose id may have a dot. Pages rendered at build time have documents of their own, all
 * others use the app's. Error responses cannot do this: they would also turn the API's 404 into a page.
 */
var renderedPages = {
  '/': '/index.html',
  '/terms': '/terms.html',
  '/privacy': '/privacy.html',
  '/errors': '/errors.html',
  '/newsletter': '/newsletter.html',
  '/alerts': '/alerts.html',
  '/confirm-address': '/confirm-address.html',
  '/sign-in': '/sign-in.html',
  '/sign-up': '/sign-up.html',
  '/reset-password': '/reset-password.html',
  '/docs/us_patents': '/docs-us_patents.html',
  '/docs/wikipedia': '/docs-wikipedia.html',
  '/docs/arxiv': '/docs-arxiv.html',
  '/prior-art/:ucid': '/prior-art.html',
};

/** All patents share one document. */
var priorArt = /^\/prior-art\/[^/]+$/;

var row = /^\/(data-catalog|indexes)\//;

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name
function handler(event) {
  var request = event.request;
  var path = request.uri.replace(/\/$/, '').replace(priorArt, '/prior-art/:ucid') || '/';
  var lastSegment = request.uri.substring(request.uri.lastIndexOf('/') + 1);
  if (lastSegment.indexOf('.') === -1 || row.test(request.uri)) {
    request.uri = renderedPages[path] || '/app.html';
  }
  return request;
}
