// Hides a page rendered for visitors from people who may be signed in, because they see another page.
(() => {
  try {
    if (Object.keys(localStorage).some((key) => key.startsWith('CognitoIdentityServiceProvider.')))
      document.documentElement.setAttribute('data-may-have-session', '');
  } catch {
    // Without storage nobody is signed in.
  }
})();
