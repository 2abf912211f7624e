#pragma once

/// The text of a macro's value: versions of libraries are numbers in their headers.
#define CQS_TEXT_OF(...) #__VA_ARGS__
#define CQS_TEXT(...) CQS_TEXT_OF(__VA_ARGS__)
