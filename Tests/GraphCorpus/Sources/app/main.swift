// What is compiled after the check.
print("the application runs")
