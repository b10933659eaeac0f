/**
 * CloudFront viewer-request function: a path without an extension is a page of the app, so it is
 * answered by the app's one document. Error responses cannot do this: they would also turn the API's
 * 404 into a page.
 */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name
function handler(event) {
  var request = event.request;
  var lastSegment = request.uri.substring(request.uri.lastIndexOf('/') + 1);
  if (lastSegment.indexOf('.') === -1) {
    request.uri = '/index.html';
  }
  return request;
}
